import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, Position } from "../wire";
import type { Pace } from "../app/preferences.svelte";
import { Playback, frameMs, type Frame } from "./playback.svelte";

function frame(number: number, action: string, seconds: number | null = null): Frame {
    const entry = { number, seat: 1, kind: "play", action: { do: action }, events: [], at: number };
    return { entries: [entry as unknown as Entry], position: { decision: number + 1, seconds } as Position };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function playback(pace: Pace): Playback {
    const made = new Playback(() => pace);
    made.reset([], { decision: 0 } as Position);
    return made;
}

test("moves of others are shown one after the other, in their order", () => {
    const shown = playback("normal");
    for (const number of [0, 1, 2]) shown.add(frame(number, "buy-fuel"), false);
    expect([shown.position?.decision, shown.left]).toEqual([1, 2]);
    vi.advanceTimersByTime(899);
    expect(shown.position?.decision).toBe(1);
    vi.advanceTimersByTime(1);
    expect([shown.position?.decision, shown.left]).toEqual([2, 1]);
    vi.advanceTimersByTime(900);
    expect([shown.position?.decision, shown.left, shown.entries.length]).toEqual([3, 0, 3]);
    expect(shown.newEntries.map((entry) => entry.number)).toEqual([2]);
});

test("skipping shows the rest at once, and what comes later is shown in turn again", () => {
    const shown = playback("slow");
    for (const number of [0, 1, 2]) shown.add(frame(number, "open"), false);
    shown.skip();
    expect([shown.position?.decision, shown.left]).toEqual([3, 0]);
    expect(shown.newEntries.map((entry) => entry.number)).toEqual([1, 2]);
    shown.add(frame(3, "drop"), false);
    shown.add(frame(4, "drop"), false);
    expect([shown.position?.decision, shown.left]).toEqual([4, 1]);
    vi.runAllTimers();
    expect(shown.entries.map((entry) => entry.number)).toEqual([0, 1, 2, 3, 4]);
});

test("at once, nothing waits, and neither does one's own move", () => {
    const quick = playback("at-once");
    for (const number of [0, 1, 2]) quick.add(frame(number, "open"), false);
    expect([quick.position?.decision, quick.left]).toEqual([3, 0]);
    const slow = playback("slow");
    slow.add(frame(0, "open"), false);
    slow.add(frame(1, "bid"), false);
    slow.add(frame(2, "bid"), true);
    expect([slow.position?.decision, slow.left, slow.entries.length]).toEqual([3, 0, 3]);
});

test("the move of somebody else is looked at as long as it is shown", () => {
    const shown = playback("normal");
    for (const number of [0, 1]) shown.add(frame(number, "buy-fuel"), false);
    expect(shown.watched?.number).toBe(0);
    vi.advanceTimersByTime(900);
    expect(shown.watched?.number).toBe(1);
    vi.advanceTimersByTime(900);
    expect(shown.watched).toBeNull();
    shown.add(frame(2, "buy-fuel"), false);
    shown.add(frame(3, "open"), true); // one's own
    expect(shown.watched).toBeNull();
    const quick = playback("at-once");
    quick.add(frame(0, "open"), false);
    expect(quick.watched).toBeNull();
});

test("there is more time where there is more to see", () => {
    const times = ["drop", "bid", "buy-fuel", "run-plants"].map((action) => frameMs(frame(0, action), "normal"));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(frameMs(frame(0, "open"), "at-once")).toBe(0);
});

test("a long queue, or one that eats the time of the player, is shown quicker", () => {
    const long = playback("slow");
    for (let number = 0; number < 100; number += 1) long.add(frame(number, "open"), false);
    vi.advanceTimersByTime(20_000);
    expect(long.left).toBe(0);
    const timed = playback("slow");
    for (let number = 0; number < 10; number += 1) timed.add(frame(number, "open", 20), false);
    vi.advanceTimersByTime(2_000);
    expect(timed.left).toBe(0);
});

test("a table that is opened again shows where it is", () => {
    const shown = playback("slow");
    shown.add(frame(0, "open"), false);
    shown.add(frame(1, "open"), false);
    expect(shown.received).toBe(2);
    shown.reset(frame(2, "open").entries, { decision: 3 } as Position);
    vi.runAllTimers();
    expect([shown.position?.decision, shown.left]).toEqual([3, 0]);
    expect(shown.entries.map((entry) => entry.number)).toEqual([0, 1, 2]);
});
