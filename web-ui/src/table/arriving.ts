// Coming to a table: a link may carry a seat or an invitation, that this browser then keeps.
import { getView, join } from "../lib/api";
import { route } from "../lib/route.svelte";
import { keep, tokensOf } from "../lib/seats";
import { keepShare, newShare } from "../lib/shares";

/** Take what the address carries off it and keep it; returns a sentence where the link opens nothing and no seat is held. */
export async function arrive(id: string): Promise<string> {
  const [what, token] = location.hash.slice(1).split("=");
  const clean = (): void => route.go(location.pathname + location.search, true);
  try {
    if (what === "seat" && token) {
      const seen = await getView(id, [token]);
      const side = seen.yours[0];
      if (!side) throw new Error("This link does not open a seat of this game.");
      keep(id, { tokens: { [side]: token }, title: seen.title });
      clean();
    } else if (what === "invite" && token) {
      const share = await newShare();
      const seated = await join(id, token, share?.digest ?? null);
      keep(id, { tokens: { [seated.side]: seated.token } });
      keepShare(id, [seated.side], share);
      clean();
    }
  } catch (error) {
    if (!tokensOf(id).length) return (error as Error).message;
    clean(); // an old link, but this browser has its seat
  }
  return "";
}
