import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import { Measurements } from "./measurements.svelte";

test("a text is measured once, and again when its typeface has arrived", () => {
    const measure = vi.fn(() => 3);
    const measured = new Measurements(measure);
    const seen: number[] = [];
    const stop = $effect.root(() => {
        $effect(() => {
            seen.push(measured.of("Berlin"), measured.of("Berlin"));
        });
    });
    flushSync();
    expect(measure).toHaveBeenCalledTimes(1);

    measured.check(); // another typeface has arrived
    flushSync();
    expect(seen).toEqual([3, 3]);

    measure.mockReturnValue(2.8);
    measured.check();
    flushSync();
    expect(seen).toEqual([3, 3, 2.8, 2.8]);
    stop();
});
