import { expect, test } from "vitest";
import { routeOf } from "./router.svelte";

test("an address names a screen", () => {
    expect(routeOf("/")).toEqual({ screen: "start" });
    expect(routeOf("/new")).toEqual({ screen: "new" });
    expect(routeOf("/t/abc")).toEqual({ screen: "table", table: "abc" });
    expect(routeOf("/replay/abc")).toEqual({ screen: "replay", source: "table", id: "abc" });
    expect(routeOf("/r/abc")).toEqual({ screen: "replay", source: "record", id: "abc" });
    expect(routeOf("/rules")).toEqual({ screen: "rules" });
    expect(routeOf("/t/")).toEqual({ screen: "lost" });
    expect(routeOf("/elsewhere")).toEqual({ screen: "lost" });
});
