// Who said something at a table, for people.
import type { Pair, TalkLine } from "../lib/types";

export function speakerOf(line: TalkLine, armies: Pair<string>): string {
  if (line.yours) return "You";
  if (line.name) return line.name;
  return line.side ? armies[line.side] : "An onlooker";
}
