import { mount } from "svelte";
import "./forms.css";
import App from "./App.svelte";
import "./lib/settings.svelte";
import "./theme.css";

export default mount(App, { target: document.getElementById("app")! });
