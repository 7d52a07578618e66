// How a reader has left a table: what he has read of its talk, and what he has put away. It stays so at the next load.

const KEY = "hexillum.left";
const MOST = 200; // tables of which it is known; the one longest ago goes first

export interface Left {
  read: number; // the newest line of talk that was looked at
  invitation: boolean; // whether the slip with the invitation was put away
}

const NOTHING: Left = { read: -1, invitation: false };

function all(): Record<string, Left> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Left> | null;
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

export function leftAt(game: string): Left {
  const { read, invitation } = { ...NOTHING, ...all()[game] };
  return { read: Number.isInteger(read) ? read : NOTHING.read, invitation: invitation === true };
}

export function leave(game: string, more: Partial<Left>): void {
  const { [game]: before, ...others } = all();
  const rest = Object.entries(others).slice(1 - MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(rest), [game]: { ...before, ...more } }));
  } catch {
    // a browser that keeps nothing shows it anew
  }
}
