import { afterEach, beforeEach, expect, test } from "vitest";
import { KEYS, shortcutTarget } from "./shortcuts";
import { preferences } from "./preferences.svelte";

beforeEach(() => {
    document.body.innerHTML = `
        <input id="field" /><a id="link" href="/">x</a><a id="rules" href="/rules" aria-keyshortcuts="?">?</a><div id="map" tabindex="0"></div><h1 id="title" tabindex="-1"></h1>
        <section><button id="bid" aria-keyshortcuts="M B">Bid 13</button>
        <button id="pass" aria-keyshortcuts="P" disabled>Pass</button>
        <button id="main" aria-keyshortcuts="Enter">Build</button>
        <button id="close" aria-keyshortcuts="Escape">Got it</button></section>`;
});
afterEach(() => {
    preferences.letters = true;
});

/** The id of the button that a key presses, with the focus on this element. */
function pressed(key: string, more: KeyboardEventInit = {}, focus = "body"): string | null {
    const target = document.querySelector(focus);
    let found: string | null = null;
    const listen = (event: Event): void => {
        found = shortcutTarget(event as KeyboardEvent)?.id ?? null;
    };
    document.addEventListener("keydown", listen, { once: true });
    target?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    return found;
}

test("a letter presses the button that names it, in either case", () => {
    expect([pressed("b"), pressed("B"), pressed("x")]).toEqual(["bid", "bid", null]);
});

test("a sign presses the link that names it", () => {
    expect([pressed("?"), pressed("?", { shiftKey: true })]).toEqual(["rules", "rules"]);
});

test("a keyboard without Latin letters presses by place", () => {
    expect(pressed("и", { code: "KeyB" })).toBe("bid");
    expect(pressed("z", { code: "KeyB" })).toBeNull();
});

test("keys with a modifier, held keys and typed letters press nothing", () => {
    expect(pressed("b", { ctrlKey: true })).toBeNull();
    expect(pressed("b", { repeat: true })).toBeNull();
    expect(pressed("b", {}, "#field")).toBeNull();
    expect(pressed("b", {}, "#link")).toBe("bid");
});

test("Enter confirms only where it would press nothing else", () => {
    expect(pressed("Enter")).toBe("main");
    expect(pressed("Enter", {}, "#title")).toBe("main");
    for (const focus of ["#field", "#link", "#map", "#bid"]) expect(pressed("Enter", {}, focus)).toBeNull();
});

test("after a click Enter confirms, wherever the click was, until the focus moves", () => {
    for (const name of ["pointerdown", "focusin", "pointerup"])
        document.body.dispatchEvent(new Event(name, { bubbles: true }));
    expect([pressed("Enter", {}, "#bid"), pressed("Enter", {}, "#map")]).toEqual(["main", "main"]);
    expect(pressed("Enter", {}, "#field")).toBeNull();
    document.body.dispatchEvent(new Event("focusin", { bubbles: true }));
    expect(pressed("Enter", {}, "#bid")).toBeNull();
});

test("a button that cannot be pressed is not pressed by its key", () => {
    expect(pressed("p")).toBeNull();
});

test("Escape closes wherever the focus is, but in a field", () => {
    expect([pressed("Escape"), pressed("Escape", {}, "#bid"), pressed("Escape", {}, "#link")]).toEqual(
        Array(3).fill("close"),
    );
    expect(pressed("Escape", {}, "#field")).toBeNull();
});

test("letters can be switched off, Enter and Escape stay", () => {
    preferences.letters = false;
    expect([pressed("b"), pressed("Enter"), pressed("Escape")]).toEqual([null, "main", "close"]);
    preferences.letters = true;
    expect(pressed("b")).toBe("bid");
});

test("every key that presses something is in the list of keys, and every letter in the list presses something", () => {
    const sources = import.meta.glob<string>("../../{components,screens}/**/*.svelte", {
        query: "?raw",
        import: "default",
        eager: true,
    });
    const declared = Object.values(sources).flatMap((source) =>
        [...source.matchAll(/aria-keyshortcuts=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, plain, code]) =>
            (plain ?? [...(code ?? "").matchAll(/"([^"]*)"/g)].map(([, text]) => text).join(" ")).split(" "),
        ),
    );
    const pressing = new Set(declared.map((key) => (key === "Escape" ? "Esc" : key)));
    const listed = KEYS.map(([key]) => key);
    expect([...pressing].filter((key) => !(listed as string[]).includes(key))).toEqual([]);
    expect(listed.filter((key) => /^[A-Z?]$/.test(key) && !pressing.has(key))).toEqual([]);
});
