import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../i18n";
import BoardPreview from "./BoardPreview.svelte";

let shown: Record<string, unknown>;
afterEach(() => unmount(shown));

const titles = (): string[] =>
    [...document.querySelectorAll("text")].map((text) => (text.textContent ?? "").replaceAll(/\s+/g, " ").trim());

test("the regions of a board are called as the language calls them", async () => {
    await setLanguage("en");
    shown = mount(BoardPreview, { target: document.body, props: { board: "germany" } });
    await vi.waitFor(() => expect(titles()).toHaveLength(6));
    expect(titles()).toContain("NORTHEAST");
    await setLanguage("de");
    flushSync();
    expect(titles()).toContain("NORDOSTEN");
    expect(titles()).not.toContain("NORTHEAST");
});
