import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/settings.svelte";
import "./forms.css";
import "./theme.css";

export default mount(App, { target: document.getElementById("app")! });
