// The key by which a server knows whose battles are whose: made once by this browser and kept in its local store.
const KEY = "hexillum.key";

let held = "";

export function ownKey(): string {
  if (held) return held;
  try {
    held = localStorage.getItem(KEY) ?? "";
  } catch {
    // a browser that keeps nothing has a key for this visit
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(held)) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    held = btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    try {
      localStorage.setItem(KEY, held);
    } catch {
      // the same
    }
  }
  return held;
}
