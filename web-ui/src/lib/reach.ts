// By which address a friend comes: a page that was opened on the machine of the server itself has one that is good
// nowhere else.
import { getReach } from "./api";

/** Whether a name leads to the machine that it is said on. */
export const isLoopback = (name: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name);

export interface Way {
  origins: string[]; // by which others reach this server, the likeliest first
  shut: boolean; // it listens to this machine only
}

/** How others come to this server, for a page at an origin. */
export async function wayTo(here: URL | Location): Promise<Way> {
  if (!isLoopback(here.hostname)) return { origins: [here.origin], shut: false };
  try {
    const { here: ours, open, addresses } = await getReach();
    if (!ours) return { origins: [here.origin], shut: false };
    const origins = addresses.map((one) => new URL(one).origin);
    return { origins: origins.length ? origins : [here.origin], shut: !open || !origins.length };
  } catch {
    return { origins: [here.origin], shut: false };
  }
}

/** A link of this page at another origin. */
export const at = (origin: string, link: string): string => {
  const { pathname, search, hash } = new URL(link);
  return origin + pathname + search + hash;
};
