/** Which screen is shown: the address says so, and the back button works. */

export type Route =
    | { screen: "start" }
    | { screen: "new" }
    | { screen: "table"; table: string }
    | { screen: "replay"; source: "table" | "record"; id: string }
    | { screen: "rules" }
    | { screen: "settings" }
    | { screen: "lost" };

export function routeOf(path: string): Route {
    const [, first = "", second = ""] = path.split("/");
    if (first === "" && second === "") return { screen: "start" };
    if (first === "new") return { screen: "new" };
    if (first === "rules") return { screen: "rules" };
    if (first === "settings") return { screen: "settings" };
    if (first === "t" && second !== "") return { screen: "table", table: second };
    if (first === "replay" && second !== "") return { screen: "replay", source: "table", id: second };
    if (first === "r" && second !== "") return { screen: "replay", source: "record", id: second };
    return { screen: "lost" };
}

class Router {
    path = $state(location.pathname);
    route = $derived(routeOf(this.path));

    constructor() {
        addEventListener("popstate", () => (this.path = location.pathname));
    }

    go(path: string): void {
        if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
        this.path = location.pathname;
        scrollTo(0, 0);
    }
}

export const router = new Router();

/** Lets ordinary links change the screen without loading the page anew. */
export function followLinks(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (link === null || link === undefined || link.origin !== location.origin) return;
    if (link.target !== "" || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
    if (link.hash !== "" && link.pathname === location.pathname) return;
    event.preventDefault();
    router.go(link.pathname + link.search + link.hash);
}
