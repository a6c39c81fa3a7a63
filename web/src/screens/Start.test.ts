import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../i18n";
import { preferences } from "../lib/app/preferences.svelte";
import { router } from "../lib/app/router.svelte";
import { backend, setBackend } from "../lib/backend/backend";
import { python } from "../lib/site/pythonState.svelte";
import Start from "./Start.svelte";

vi.mock("../lib/app/address", async (load) => ({ ...(await load<object>()), isSite: true }));

const usual = backend();
let asked: string[];
let made: { agreed: { scenario: string | null } }[];
let screen: Record<string, unknown>;

const button = (name: string): HTMLButtonElement => {
    const found = [...document.querySelectorAll("button")].find((one) => one.textContent?.includes(name));
    if (found === undefined) throw new Error(`There is no button ${name}.`);
    return found;
};
/** Let what is under way come to its end. */
const settle = async (): Promise<void> => {
    flushSync();
    await new Promise((resolve) => setTimeout(resolve));
    flushSync();
};

beforeEach(async () => {
    await setLanguage("en");
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
    preferences.isIntroduced = true;
    Object.assign(python, { share: 0.3, isReady: false, problem: null, isKept: true });
    [asked, made] = [[], []];
    setBackend({
        request: async (method, path, body) => {
            asked.push(`${method} ${path}`);
            if (path === "/api/tables") made.push(JSON.parse(body ?? "") as (typeof made)[number]);
            return { status: 200, text: method === "GET" ? "[]" : '{"table": {"id": "abcd"}}' };
        },
        socket: () => {
            throw new Error("no table is opened here");
        },
    });
    router.go("/");
    screen = mount(Start, { target: document.body });
    flushSync();
});
afterEach(() => {
    setBackend(usual);
    void unmount(screen);
    vi.unstubAllGlobals();
});

test("friends elsewhere need a server, and the lobby of one is not asked for", async () => {
    await settle();
    expect(document.body.textContent).toContain("./kilowatt serve");
    expect(document.querySelector("form")).toBeNull();
    expect(asked).toEqual(["GET /api/boards"]);
});

test("a game that is chosen while Python loads waits, with the bar at its button", async () => {
    const play = button("Play against three bots");
    play.click();
    await settle();
    const share = play.style.getPropertyValue("--share");
    expect([play.disabled, play.dataset["taken"], share]).toEqual([false, "loading", "0.3"]);
    play.click(); // once more changes nothing
    await settle();
    expect(made).toEqual([]);
    python.isReady = true;
    await settle();
    expect([made.length, router.path]).toEqual([1, "/t/abcd"]);
});

test("of two that are chosen while Python loads, the last one is played", async () => {
    button("Play against three bots").click();
    await settle();
    button("Fuel").click();
    await settle();
    expect(button("Play against three bots").dataset["taken"]).toBeUndefined();
    python.isReady = true;
    await settle();
    expect(made.map(({ agreed }) => agreed.scenario)).toEqual(["fuel"]);
});

test("whoever goes elsewhere while Python loads is not fetched back", async () => {
    button("Play against three bots").click();
    await settle();
    void unmount(screen);
    python.isReady = true;
    await settle();
    expect(made).toEqual([]);
    screen = mount(Start, { target: document.body });
});

test("a browser that keeps nothing says so", () => {
    expect(document.body.textContent).not.toContain("keeps nothing");
    python.isKept = false;
    flushSync();
    expect(document.body.textContent).toContain("This browser keeps nothing");
});
