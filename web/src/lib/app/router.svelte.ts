/** Which screen is shown, from the address, so that the back button works. */

import { here, screenAt, to } from "./address";

export type Route =
    | { screen: "start" }
    | { screen: "new" }
    | { screen: "table"; table: string }
    | { screen: "replay"; source: "table" | "record"; id: string }
    | { screen: "rules" }
    | { screen: "card" }
    | { screen: "settings" }
    | { screen: "lost" };

export function routeOf(path: string): Route {
    const [, first = "", second = ""] = path.split("/");
    if (first === "" && second === "") return { screen: "start" };
    if (first === "new") return { screen: "new" };
    if (first === "rules") return { screen: "rules" };
    if (first === "card") return { screen: "card" };
    if (first === "settings") return { screen: "settings" };
    if (first === "t" && second !== "") return { screen: "table", table: second };
    if (first === "replay" && second !== "") return { screen: "replay", source: "table", id: second };
    if (first === "r" && second !== "") return { screen: "replay", source: "record", id: second };
    return { screen: "lost" };
}

/**
 * Where a pasted link leads, or the bare name of a table: a path of this server, a whole address of another.
 * Null if there is no table or game in it.
 */
export function linkIn(text: string, origin: string): string | null {
    const words = text.trim();
    if (/^[\w-]{4,40}$/.test(words)) return `/t/${words}`;
    if (!URL.canParse(words, origin)) return null;
    const link = new URL(words, origin);
    if (link.protocol !== "http:" && link.protocol !== "https:") return null;
    const { screen } = routeOf(link.pathname);
    if (screen !== "table" && screen !== "replay") return null;
    return link.origin === origin ? link.pathname + link.search + link.hash : link.href;
}

const ASIDES: readonly Route["screen"][] = ["rules", "card", "settings"];

/** Rules, summary card and settings are opened in passing: they lead back. */
export const isAside = (route: Route): boolean => ASIDES.includes(route.screen);

class Router {
    path = $state(here().path);
    hash = $state(here().hash);
    route = $derived(routeOf(this.path));
    /** The table or replay below one of these: it stays open, and keeps its state. */
    under = $state.raw<Route | null>(null);
    /** Where they lead back to. */
    back = $state("/");
    #address = here().path + here().search;

    constructor() {
        addEventListener("popstate", () => this.#arrive());
    }

    go(address: string): void {
        const { path, search, hash } = here();
        if (address !== path + search + hash) history.pushState(null, "", to(address));
        this.#arrive();
        scrollTo(0, 0);
    }

    #arrive(): void {
        const from = this.route;
        const { path, search, hash } = here();
        if (!isAside(routeOf(path))) this.under = null;
        else if (!isAside(from)) {
            this.under = from.screen === "table" || from.screen === "replay" ? from : null;
            this.back = this.#address;
        }
        this.path = path;
        this.hash = hash;
        this.#address = path + search;
    }
}

export const router = new Router();

/** Lets ordinary links change the screen without loading the page again. */
export function followLinks(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (link === null || link === undefined || link.origin !== location.origin) return;
    const screen = screenAt(link);
    if (link.target !== "" || link.hasAttribute("download") || screen === null) return;
    if (screen.hash !== "" && screen.path === here().path && screen.search === here().search) return;
    event.preventDefault();
    router.go(screen.path + screen.search + screen.hash);
}
