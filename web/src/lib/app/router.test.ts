import { beforeEach, expect, test } from "vitest";
import { linkIn, routeOf, router } from "./router.svelte";

const HERE = "http://localhost:3000";

beforeEach(() => router.go("/"));

test("an address names a screen", () => {
    expect(routeOf("/")).toEqual({ screen: "start" });
    expect(routeOf("/new")).toEqual({ screen: "new" });
    expect(routeOf("/t/abc")).toEqual({ screen: "table", table: "abc" });
    expect(routeOf("/replay/abc")).toEqual({ screen: "replay", source: "table", id: "abc" });
    expect(routeOf("/r/abc")).toEqual({ screen: "replay", source: "record", id: "abc" });
    expect(routeOf("/rules")).toEqual({ screen: "rules" });
    expect(routeOf("/card")).toEqual({ screen: "card" });
    expect(routeOf("/t/")).toEqual({ screen: "lost" });
    expect(routeOf("/elsewhere")).toEqual({ screen: "lost" });
});

test("settings opened at a table lie over it and lead back", () => {
    router.go("/t/abc");
    router.go("/settings");
    expect(router.route.screen).toBe("settings");
    expect(router.under).toEqual({ screen: "table", table: "abc" });
    expect(router.back).toBe("/t/abc");
    router.go("/rules#R4.7");
    expect(router.under).toEqual({ screen: "table", table: "abc" });
    expect(router.hash).toBe("#R4.7");
    expect(router.back).toBe("/t/abc");
    router.go("/card?board=japan&players=3");
    expect(router.under).toEqual({ screen: "table", table: "abc" });
    expect(router.back).toBe("/t/abc");
    router.go(router.back);
    expect(router.under).toBeNull();
});

test("rules opened from the set-up lie over nothing and lead back to it", () => {
    router.go("/new?here=2");
    router.go("/rules");
    expect(router.under).toBeNull();
    expect(router.back).toBe("/new?here=2");
});

test("a pasted link to a table of this server is a path, its seat included", () => {
    expect(linkIn(` ${HERE}/t/abcd#seat=xyz `, HERE)).toBe("/t/abcd#seat=xyz");
    expect(linkIn("/replay/abcd?at=7", HERE)).toBe("/replay/abcd?at=7");
    expect(linkIn("abcd-Efg_1", HERE)).toBe("/t/abcd-Efg_1");
});

test("a link to another server stays whole, and what is no table is nothing", () => {
    expect(linkIn("https://club.example/t/abcd", HERE)).toBe("https://club.example/t/abcd");
    expect(linkIn("javascript:alert(1)//t/abcd", HERE)).toBeNull();
    expect(linkIn(`${HERE}/settings`, HERE)).toBeNull();
    expect(linkIn("good evening", HERE)).toBeNull();
    expect(linkIn("", HERE)).toBeNull();
});
