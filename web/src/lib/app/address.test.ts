import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fullAddress, here, isSite, screenAt, siteAddress, siteLink, to } from "./address";

const ADDRESSES = ["/", "/#top", "/new?here=2", "/t/abc#seat=x-y", "/card?board=italy&players=3#phases", "/rules#R4.7"];

/** This module as a page loads it that `kilowatt site` made, at this address. */
async function onASite(address: string): Promise<typeof import("./address")> {
    document.head.innerHTML = '<meta name="kilowatt" content="site">';
    history.replaceState(null, "", address);
    vi.resetModules();
    return await import("./address");
}

afterEach(() => {
    document.head.innerHTML = "";
    history.replaceState(null, "", "/");
    vi.resetModules();
});

describe("on a server", () => {
    test("an address is what it says", () => {
        expect(isSite).toBe(false);
        for (const address of ADDRESSES) expect(to(address)).toBe(address);
        history.replaceState(null, "", "/card?board=italy#phases");
        expect(here()).toEqual({ path: "/card", search: "?board=italy", hash: "#phases" });
        expect(fullAddress("/t/abc")).toBe(`${location.origin}/t/abc`);
        expect(screenAt(new URL("/elsewhere", location.href))).toEqual({ path: "/elsewhere", search: "", hash: "" });
    });
});

describe("on a static site", () => {
    test("the screen is in the query, and the page's own path stays", async () => {
        expect(siteLink("/")).toBe("./");
        expect(siteLink("/card?board=italy&players=3#phases")).toBe("?/card&board=italy&players=3#phases");
        const site = await onASite("/games/kilowatt/?/card&board=italy#phases");
        expect(site.here()).toEqual({ path: "/card", search: "?board=italy", hash: "#phases" });
        expect(site.fullAddress("/t/abc")).toBe(`${location.origin}/games/kilowatt/?/t/abc`);
        expect(site.fullAddress("/")).toBe(`${location.origin}/games/kilowatt/`);
    });

    test("every link leads to the screen it was made for", async () => {
        const site = await onASite("/kilowatt/index.html?/rules");
        for (const address of ADDRESSES) {
            const found = site.screenAt(new URL(site.to(address), location.href));
            expect(`${found?.path}${found?.search}${found?.hash}`).toBe(address);
        }
    });

    test("a query that names no screen is the start screen's", () => {
        expect(siteAddress({ search: "", hash: "" })).toEqual({ path: "/", search: "", hash: "" });
        expect(siteAddress({ search: "?from=mail", hash: "" })).toEqual({ path: "/", search: "?from=mail", hash: "" });
    });

    test("a link still leads there after a program has written it in code", () => {
        expect(siteAddress({ search: "?%2Ft%2Fabc=&at=7", hash: "" })).toEqual({
            path: "/t/abc",
            search: "?at=7",
            hash: "",
        });
    });

    test("a link to another folder of the host leads out of the page", async () => {
        const site = await onASite("/kilowatt/");
        expect(site.screenAt(new URL("/elsewhere/", location.href))).toBeNull();
        expect(site.screenAt(new URL("licenses.txt", location.href))).toBeNull();
    });
});

test("no link of the page is written without to()", () => {
    const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svelte"));
    expect(files.length).toBeGreaterThan(50);
    const bare = files.filter((file) => /href="\/|href=\{`\//.test(readFileSync(`src/${file}`, "utf8")));
    expect(bare).toEqual([]);
});
