// Takes the notices of this server while no page is open: shows them, and leads to the table.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** An address of this server; the start page for any other. */
function own(address) {
  try {
    const url = new URL(address, self.location.origin);
    return url.origin === self.location.origin ? url.href : self.location.origin + "/";
  } catch {
    return self.location.origin + "/";
  }
}

/** What a push says; one without words is shown all the same: the browser wants it so. */
function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/**
 * Show a notice in place of the one before of its battle. A new moment is heard; the same one again, as a push service
 * may bring it, takes its place without a sound.
 */
async function show(told) {
  const [tag, moment] = [String(told.tag ?? ""), String(told.moment ?? "")];
  const before = tag && moment ? await self.registration.getNotifications({ tag }) : [];
  const again = before.some((one) => one.data?.moment === moment);
  await self.registration.showNotification(String(told.title ?? "Hexillum"), {
    body: String(told.body ?? ""),
    tag,
    renotify: tag !== "" && !again, // one without a tag replaces none: browsers refuse to hear it "again"
    icon: "/favicon.svg",
    data: { link: own(told.link ?? "/"), off: told.off ? own(told.off) : "", moment },
    actions: told.off ? [{ action: "off", title: "Switch these off" }] : [],
  });
}

self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));

async function come(link) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url.split(/[?#]/)[0] === link);
  await (there ? there.focus() : self.clients.openWindow(link));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link, off } = event.notification.data ?? {};
  event.waitUntil(event.action === "off" && off ? fetch(off, { method: "POST" }) : come(link ?? "/"));
});
