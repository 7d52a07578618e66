import type { analyse } from "../../lib/api";
import type { Fault } from "../common";

/** Begins an analysis of something, under a title; `blame` is told what went wrong, or null at the beginning. */
export type Begin = (
  from: Parameters<typeof analyse>[0],
  title: string,
  blame: (what: Fault | null) => void,
) => Promise<void>;
