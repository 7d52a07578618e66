import { mount } from "svelte";
import "../theme.css";
import Demo from "./Demo.svelte";
const q = new URLSearchParams(location.search);
if (q.get("theme") === "dark") document.documentElement.dataset["theme"] = "dark";
mount(Demo, { target: document.getElementById("app")! });
