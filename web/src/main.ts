import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n";
import { preconnect } from "./lib/table/preconnect";
import { routeOf } from "./lib/app/router.svelte";
import { screens } from "./lib/app/screens";
import "./fonts.css";
import "./theme.css";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element #app to put the page into.");

// Load everything at once: the screen, the connection to its table, and the language.
const here = routeOf(location.pathname);
// The component that shows it handles a failure.
if (here.screen in screens) screens[here.screen as keyof typeof screens]().catch(() => undefined);
// Handle a link to a seat first: the connection must know the seat.
if (here.screen === "table" && location.hash === "") preconnect(here.table);
await startLanguage();
mount(App, { target });
