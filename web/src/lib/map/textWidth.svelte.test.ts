import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import { textWidth } from "./textWidth";

test("a text is measured once, and again when its typeface has arrived", () => {
    const loading = new EventTarget();
    Object.defineProperty(document, "fonts", { value: loading, configurable: true });
    const measureText = vi.fn(() => ({ width: 300 }));
    vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({ measureText } as never);
    const seen: number[] = [];
    const stop = $effect.root(() => {
        $effect(() => {
            seen.push(textWidth("Berlin"), textWidth("Berlin"));
        });
    });
    flushSync();
    expect(seen).toEqual([3, 3]);
    expect(measureText).toHaveBeenCalledTimes(1);

    measureText.mockReturnValue({ width: 280 });
    loading.dispatchEvent(new Event("loadingdone"));
    flushSync();
    expect(seen).toEqual([3, 3, 2.8, 2.8]);
    expect(measureText).toHaveBeenCalledTimes(2);
    stop();
});
