// The end of a turn that is asked for: the last answer lies on the board as if it were given, and can be taken off.
import { isHex } from "../lib/hexnames";
import type { Doing, View } from "../lib/types";
import { after } from "../stage/after";
import type { Button } from "./picks";

type Answer = Extract<Doing, { do: "answer" }>;

/** What is sent when the turn shall end. */
export const endButton = (held: Answer): Button => ({
  label: "End turn",
  words: "",
  key: "Enter",
  primary: true,
  doing: held,
  option: null,
});

/** The view as if an answer were given that ends the turn: the piece stands where it would go, and only the end is asked. */
export function asIfDone(view: View, numbers: readonly number[]): View {
  const moved = going(view, numbers);
  const done = moved ? after(view, moved) : view;
  return {
    ...done,
    undo: { can: true, why: "" },
    decision: {
      ...view.decision,
      options: [],
      subject: "",
      left: -1,
      prompt: "Your turn is done: end it?",
      help: "You can still take back your last choice.",
    },
  };
}

/** The move that an answer is, as the log would tell it; null where nothing on the board moves. */
function going(view: View, numbers: readonly number[]): View["log"][number] | null {
  const option = view.decision.options.find((one) => one.number === numbers[0]);
  if (!option) return null;
  const goal = Object.entries(option.reach).find(([, way]) => way.join() === numbers.join());
  const from = goal ? option.hex : view.decision.subject;
  const to = goal ? goal[0] : option.hex;
  if (!from || from === to || !(goal || view.decision.word === "advance")) return null;
  const side = view.decision.actor === "top" ? "top" : "bottom";
  return { kind: "moved", hex: from, to: isHex(to) ? to : "", side, leader: option.leader } as View["log"][number];
}
