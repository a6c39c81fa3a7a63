import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../i18n";
import { python } from "../../lib/site/pythonState.svelte";
import { pythonLoading } from "../../lib/app/pythonLoading.svelte";
import LoadProgress from "./LoadProgress.svelte";

vi.mock("../../lib/app/address", async (load) => ({ ...(await load<object>()), isSite: true }));

let shown: Record<string, unknown>;
const words = (): string => document.body.textContent?.trim() ?? "";
const bar = (): HTMLProgressElement | null => document.querySelector("progress");

beforeEach(async () => {
    await setLanguage("en");
    Object.assign(python, { share: 0, isReady: false, problem: null });
    shown = mount(LoadProgress, { target: document.body, props: { isAwaited: false } });
    flushSync();
});
afterEach(() => unmount(shown));

test("the bar shows the share that is loaded, and goes when all of it is", () => {
    expect(bar()?.hasAttribute("value")).toBe(false); // nothing is counted yet
    python.share = 0.4;
    flushSync();
    expect(bar()?.getAttribute("value")).toBe("0.4");
    expect(words()).toBe("The game is loading. Look around in the meantime.");
    python.isReady = true;
    flushSync();
    expect([bar(), words()]).toEqual([null, ""]);
});

test("whoever waits for it is told so, and goes on when it has loaded", async () => {
    let isDone = false;
    const waiting = pythonLoading.done().then(() => (isDone = true));
    flushSync();
    expect(words()).toBe("It goes on as soon as the game has loaded.");
    python.share = 0.5;
    expect(pythonLoading.shownAt(true)).toEqual({ "aria-busy": true, "data-taken": "loading", style: "--share: 0.5" });
    expect([isDone, pythonLoading.shownAt(false)]).toEqual([false, {}]);
    python.isReady = true;
    flushSync();
    await waiting;
    expect([pythonLoading.isAwaited, pythonLoading.shownAt(true)["data-taken"]]).toEqual([false, ""]);
});

test("if it cannot be loaded, the page says why and tries again", () => {
    const startAgain = vi.spyOn(python, "startAgain").mockImplementation(() => undefined);
    python.problem = "stdlib.zip answered with 404.";
    flushSync();
    expect(document.querySelector("[role=alert]")?.textContent).toContain("stdlib.zip answered with 404.");
    document.querySelector("button")?.click();
    expect(startAgain).toHaveBeenCalledOnce();
});
