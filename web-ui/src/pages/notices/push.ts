// The push of this browser: what it needs, and what it gives to the server.
import type { AddChannel } from "../../lib/types";

/** Why this browser takes no notices; "" where it does. */
export function whyNot(): string {
  if (!window.isSecureContext) return "This page is not secure (https), so the browser takes no notices from it.";
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "This browser takes no notices of pages. On an iPhone, add the page to the home screen first.";
  if (Notification.permission === "denied")
    return "You have forbidden notices of this page: allow them in the browser.";
  return "";
}

/** The bytes of a key as the server gives it. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/") + "=".repeat((4 - (key.length % 4)) % 4));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** What this browser is called among the ways to be told. */
export function labelOf(agent: string): string {
  const browser = ["Edg", "Firefox", "Chrome", "Safari"].find((name) => agent.includes(name)) ?? "Browser";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"].find((name) => agent.includes(name));
  return `${browser === "Edg" ? "Edge" : browser}${system ? ` on ${system}` : ""}`;
}

/** Ask for leave and subscribe; what the server needs to know. Throws an error with a sentence. */
export async function subscribe(key: string): Promise<AddChannel> {
  const leave = await Notification.requestPermission();
  if (leave !== "granted") throw new Error("Without your leave the browser shows no notices.");
  await navigator.serviceWorker.register("/push.js", { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const told = made.toJSON();
  return {
    push: { endpoint: told.endpoint ?? "", p256dh: told.keys?.["p256dh"] ?? "", auth: told.keys?.["auth"] ?? "" },
    url: null,
    label: labelOf(navigator.userAgent),
  };
}

/** A minute of the day as a field for times has it, and back. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
export function minuteOf(clock: string): number | null {
  const found = /^(\d\d):(\d\d)/.exec(clock);
  return found ? 60 * Number(found[1]) + Number(found[2]) : null;
}
