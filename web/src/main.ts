import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n";
import "./theme.css";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element #app to put the page into.");

await startLanguage();
mount(App, { target });
