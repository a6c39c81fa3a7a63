import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../i18n";
import Rules from "./Rules.svelte";

let screen: Record<string, unknown>;

beforeEach(async () => {
    await setLanguage("en");
    screen = mount(Rules, { target: document.body });
    await shown("en");
});
afterEach(() => unmount(screen));

async function shown(language: string): Promise<void> {
    await vi.waitFor(() => expect(document.querySelector("main")?.lang).toBe(language));
    flushSync();
}

const clause = (number: string): string => document.getElementById(number)?.textContent ?? "";
const folds = (): HTMLDetailsElement[] => [...document.querySelectorAll("details")];

function look(words: string): void {
    const field = document.querySelector<HTMLInputElement>("input[type=search]")!;
    field.value = words;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
}

test("the law changes with the language, and says which it is in", async () => {
    expect(clause("R5.3")).toContain("No selling");
    await setLanguage("de");
    await shown("de");
    expect(clause("R5.3")).toContain("R5.3");
    expect(clause("R5.3")).not.toContain("No selling");
    expect(document.querySelector("select")?.lang).toBe("de");
});

test("decisions and examples are folded, until a search finds something in them", () => {
    expect(folds().map((fold) => fold.open)).toEqual([false, false]);
    look("trombone");
    expect(folds()).toEqual([]);
    look("Vienna");
    expect(folds()).toEqual([]);
    look("uranium restriction");
    expect(folds().map((fold) => fold.open)).toEqual([true]);
    expect(document.getElementById("example-24")?.textContent).toContain("uranium restriction");
    look("");
    expect(folds().map((fold) => fold.open)).toEqual([false, false]);
});
