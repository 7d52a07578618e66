// What the server says and takes, by name: all of it is made of the server's own description (wire.gen.ts). A few names
// more stand for parts that have none there.
import type { Command, Means, Unit } from "./wire.gen";

export type * from "./wire.gen";

export type Side = Unit["side"];
export type Pair<T> = Record<Side, T>;
/** A chance or a mean: a number, or a fraction such as "11/36" where exact ones were asked for. */
export type Chance = Means["hits"];
export type Doing = Command["body"];
