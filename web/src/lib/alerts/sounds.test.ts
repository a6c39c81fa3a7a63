import { afterEach, expect, test, vi } from "vitest";
import { preferences } from "../app/preferences.svelte";
import { playSound } from "./sounds";

afterEach(() => vi.unstubAllGlobals());

const opened = vi.fn();

function browser(touched: boolean): void {
    opened.mockReset();
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: touched } });
    vi.stubGlobal(
        "AudioContext",
        class {
            constructor() {
                opened();
                throw new Error("no sound device");
            }
        },
    );
}

test("no sound is made before somebody has touched the page", () => {
    browser(false);
    playSound("turn");
    expect(opened).not.toHaveBeenCalled();
});

test("no sound is made for those who want none", () => {
    browser(true);
    preferences.sound = false;
    playSound("turn");
    preferences.sound = true;
    expect(opened).not.toHaveBeenCalled();
});

test("a machine without a loudspeaker plays on in silence", () => {
    browser(true);
    expect(() => playSound("end")).not.toThrow();
    expect(opened).toHaveBeenCalledOnce();
});
