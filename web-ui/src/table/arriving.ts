// Coming to a table: a link may carry a seat, that this browser then keeps, or an invitation, that a person takes.
import { getView, join } from "../lib/api";
import { route } from "../lib/route.svelte";
import { held, keep, tokensOf } from "../lib/seats";
import { keepShare, newShare } from "../lib/shares";

const clean = (): void => route.go(location.pathname + location.search, true);

export interface Arrival {
  trouble: string; // where the link opens nothing and no seat is held
  invite: string; // an invitation that waits to be taken
}

/** Take a seat that the address carries off it and keep it; an invitation is left for a person to take. */
export async function arrive(id: string): Promise<Arrival> {
  const [what, token] = location.hash.slice(1).split("=");
  try {
    if (what === "seat" && token) {
      const seen = await getView(id, [token]);
      const side = seen.yours[0];
      if (!side) throw new Error("This link does not open a seat of this game.");
      keep(id, { tokens: { [side]: token }, title: seen.title });
      clean();
    } else if (what === "invite" && token) return { trouble: "", invite: token };
  } catch (error) {
    if (!tokensOf(id).length) return { trouble: (error as Error).message, invite: "" };
    clean(); // an old link, but this browser has its seat
  }
  return { trouble: "", invite: "" };
}

/** Take the seat of an invitation; a rated one as such. */
export async function takeSeat(id: string, invite: string, rated: boolean): Promise<void> {
  const share = await newShare();
  const seated = await join(id, invite, share?.digest ?? null, rated);
  keep(id, { tokens: { [seated.side]: seated.token } });
  keepShare(id, [seated.side], share);
  clean();
}

/** An invitation that is none any more: whether this browser has its seat all the same. */
export function hasSeat(id: string): boolean {
  const there = Object.keys(held(id)?.tokens ?? {}).length > 0;
  if (there) clean();
  return there;
}
