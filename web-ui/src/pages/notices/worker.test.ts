import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";

interface Shown {
  title: string;
  body: string;
  tag: string;
  renotify: boolean;
  data: { link: string; off: string; moment: string };
  actions: { action: string }[];
}
type Heard = Record<string, (event: unknown) => void>;

const HERE = "https://games.example";
const SOURCE = readFileSync(new URL("../../../public/push.js", import.meta.url), "utf8");

let shown: Shown[]; // what lies there: of one tag the last
let heard: string[]; // what was heard, by its title
let fetched: [string, string][];
let opened: string[];
let listeners: Heard;

/** As browsers do it: what has the tag of another takes its place, and is heard only with `renotify`. */
function showNotification(title: string, how: Omit<Shown, "title">): Promise<void> {
  if (how.renotify && !how.tag) return Promise.reject(new TypeError("renotify needs a tag"));
  const before = shown.findIndex((one) => how.tag !== "" && one.tag === how.tag);
  if (before >= 0) shown.splice(before, 1);
  if (before < 0 || how.renotify) heard.push(title);
  shown.push({ title, ...how });
  return Promise.resolve();
}

beforeEach(() => {
  [shown, heard, fetched, opened, listeners] = [[], [], [], [], {}];
  const self = {
    location: { origin: HERE },
    addEventListener: (name: string, what: (event: unknown) => void) => (listeners[name] = what),
    registration: {
      showNotification,
      getNotifications: ({ tag }: { tag: string }) => Promise.resolve(shown.filter((one) => one.tag === tag)),
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve([]),
      openWindow: (link: string) => Promise.resolve(opened.push(link)),
    },
  };
  const fetching = (address: string, { method }: { method: string }) => fetched.push([method, address]);
  new Function("self", "fetch", SOURCE)(self, fetching);
});

async function happens(name: string, event: object): Promise<void> {
  const waited: unknown[] = [];
  listeners[name]!({ waitUntil: (what: unknown) => waited.push(what), ...event });
  await Promise.all(waited);
}
const push = (told: unknown): Promise<void> =>
  happens("push", {
    data: {
      json: (): unknown => {
        if (typeof told === "string") throw new SyntaxError(told);
        return told;
      },
    },
  });
const notice = (version: number) => ({
  title: `Akragas ${version}`,
  body: "Look.",
  link: `${HERE}/table/g`,
  off: `${HERE}/notices/off/1`,
  tag: "g",
  moment: `g/${version}`,
});

test("a new moment of a battle takes the place of the one before, and is heard", async () => {
  await push(notice(3));
  await push(notice(7));
  expect(shown.map((one) => one.title)).toEqual(["Akragas 7"]);
  expect(heard).toEqual(["Akragas 3", "Akragas 7"]);
});

test("the same moment is heard once, although a push service brings it twice", async () => {
  await push(notice(3));
  await push(notice(3));
  expect(shown).toHaveLength(1);
  expect(heard).toEqual(["Akragas 3"]);
});

test("what has no battle or no words is shown and heard, too", async () => {
  await push({ title: "Hexillum: a test", body: "So." });
  await push("no words");
  expect(shown.map((one) => one.title)).toEqual(["Hexillum: a test", "Hexillum"]);
  expect(heard).toHaveLength(2);
});

test("it leads to this server alone, and is switched off by one click", async () => {
  await push({ ...notice(3), link: "https://evil.example/x", off: "//evil.example/off" });
  expect(shown[0]!.data).toMatchObject({ link: `${HERE}/`, off: `${HERE}/` });
  await push(notice(4));
  const click = (action: string) =>
    happens("notificationclick", { action, notification: { close: () => undefined, data: shown[0]!.data } });
  await click("off");
  expect([fetched, opened]).toEqual([[["POST", `${HERE}/notices/off/1`]], []]);
  await click("");
  expect(opened).toEqual([`${HERE}/table/g`]);
});
