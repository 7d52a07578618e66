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

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // a notice without words is shown all the same: the browser wants one
  }
  const shown = {
    body: String(told.body ?? ""),
    tag: String(told.tag ?? ""),
    icon: "/favicon.svg",
    data: { link: own(told.link ?? "/"), off: told.off ? own(told.off) : "" },
    actions: told.off ? [{ action: "off", title: "Switch these off" }] : [],
  };
  event.waitUntil(self.registration.showNotification(String(told.title ?? "Hexillum"), shown));
});

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
