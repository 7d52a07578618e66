// What the page of admins asks of the server, and the token that it asks with: kept for this tab alone.
import { call } from "../../lib/api";
import type {
  AdminBackup,
  AdminChecked,
  AdminExport,
  AdminGame,
  AdminGames,
  AdminHome,
  AdminInvited,
  AdminLook,
  AdminNames,
  AdminReports,
  AdminTrouble,
  AdminVacuumed,
} from "../../lib/types";

const KEPT = "hexillum.admin";

/** The token of this tab, "" where there is none. Another tab, or the next day, asks for it again. */
export function token(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** Keep a token for this tab; "" forgets it. */
export function keepToken(said: string): void {
  try {
    if (said) sessionStorage.setItem(KEPT, said);
    else sessionStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing asks again
  }
}

const ask = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  call<T>(method, `/admin${path}`, body, [token()]);

export const home = () => ask<AdminHome>("GET", "");
export const games = (status: string, idle: string, after: string) => {
  const wanted = new URLSearchParams({ status, after });
  if (idle) wanted.set("idle", idle);
  return ask<AdminGames>("GET", `/games?${wanted}`);
};
export const look = (game: string) => ask<AdminLook>("GET", `/games/${game}`);
export const end = (game: string, why: string) => ask<AdminGame>("POST", `/games/${game}/end`, { why });
export const exported = (game: string) => ask<AdminExport>("POST", `/games/${game}/export`);
export const remove = (game: string) => ask<AdminGames>("DELETE", `/games/${game}`);
export const names = (blocked: boolean, after: string) =>
  ask<AdminNames>("GET", `/names?${new URLSearchParams({ blocked: String(blocked), after })}`);
export const block = (name: string, blocked: boolean) => ask<AdminNames>("POST", "/names", { name, blocked });
export const reports = () => ask<AdminReports>("GET", "/reports");
export const readReport = (id: string) => ask<AdminReports>("POST", `/reports/${id}/read`);
export const invite = (days: number) => ask<AdminInvited>("POST", "/invitations", { days });
export const backUp = () => ask<AdminBackup[]>("POST", "/backups");
export const vacuum = () => ask<AdminVacuumed>("POST", "/vacuum");
export const checkSome = (after: string) => ask<AdminChecked>("POST", "/check", { after });

export interface Checked {
  checked: number;
  troubles: AdminTrouble[];
  damage: string;
}

/** Check all games, a page after the other; `tell` hears how far it is. Stops where `going` says no. */
export async function checkAll(
  tell: (so: Checked) => void,
  going: () => boolean = () => true,
  some: (after: string) => Promise<AdminChecked> = checkSome,
): Promise<Checked> {
  const so: Checked = { checked: 0, troubles: [], damage: "" };
  let after = "";
  do {
    const page = await some(after);
    so.checked += page.checked;
    so.troubles = [...so.troubles, ...page.troubles];
    so.damage ||= page.damage;
    after = page.next;
    tell({ ...so });
  } while (after && going());
  return so;
}

/** Who plays in a game, in words. */
export const sides = (game: AdminGame): string => {
  const [top = "?", bottom = "?"] = game.people;
  return top === bottom ? `${top} on both sides` : `${top} against ${bottom}`;
};

/** So many bytes, in words. */
export const size = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
