import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n";
import { here, isSite } from "./lib/app/address";
import { startAgain } from "./lib/app/startAgain";
import { preconnect } from "./lib/table/preconnect";
import { routeOf } from "./lib/app/router.svelte";
import { screens } from "./lib/app/screens";
import "./fonts.css";
import "./theme.css";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no element #app to put the page into.");

// A function: what it loads may need this module, which would wait for itself at the top level.
async function start(target: HTMLElement): Promise<void> {
    // Load everything at once: the language, the screen, the tables, and the connection to one of them.
    const language = startLanguage();
    const { path, hash } = here();
    const route = routeOf(path);
    // The component that shows it handles a failure.
    if (route.screen in screens) screens[route.screen as keyof typeof screens]().catch(() => undefined);
    if (isSite) (await import("./lib/site/start")).startSite();
    // Handle a link to a seat first: the connection must know the seat.
    if (route.screen === "table" && hash === "") preconnect(route.table);
    await language;
    mount(App, { target });
}

start(target).catch(startAgain);
