import { mount } from "svelte";
import "../theme.css";
import Demo from "./Demo.svelte";
const q = new URLSearchParams(location.search);
if (q.get("theme") === "dark") document.documentElement.dataset["theme"] = "dark";
if (q.has("grey")) document.documentElement.style.filter = "grayscale(1)";
mount(Demo, { target: document.getElementById("app")! });
if (q.has("probe"))
  setTimeout(() => {
    const out: string[] = [];
    const at = () => (document.activeElement as HTMLElement | null)?.getAttribute("data-hex");
    const hex = (h: string) => document.querySelector<SVGElement>(`[data-hex="${h}"]`)!;
    const log = () => document.querySelector("#log")?.textContent?.trim();
    const later = (f: () => void, n: number) => setTimeout(f, n);
    out.push("stops " + [...document.querySelectorAll('[data-hex][tabindex="0"]')].map((e) => e.getAttribute("data-hex")));
    hex("F5").focus();
    const key = (k: string) => document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true }));
    key("ArrowUp"); out.push("up " + at());
    key("ArrowRight"); out.push("right " + at());
    key("Enter");
    later(() => {
      out.push("log " + log(), "stops " + [...document.querySelectorAll('[data-hex][tabindex="0"]')].map((e) => e.getAttribute("data-hex")));
      hex("G5").dispatchEvent(new MouseEvent("click", { bubbles: true }));
      later(() => {
        out.push("log " + log());
        hex("B6").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }));
        later(() => {
          out.push("log " + log());
          hex("B6").dispatchEvent(new MouseEvent("click", { bubbles: true }));
          later(() => { out.push("log " + log(), ...["G5", "B5", "E8", "E6", "D4", "I10", "F2", "A7", "D6"].map((h) => hex(h).getAttribute("aria-label")!)); const pre = document.createElement("pre"); pre.id = "probe"; pre.textContent = out.join("\n"); document.body.append(pre); }, 50);
        }, 500);
      }, 50);
    }, 50);
  }, 300);
