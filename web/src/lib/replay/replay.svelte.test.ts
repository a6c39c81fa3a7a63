import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Denied, type GameRoutes } from "../api";
import { BLOCK, ReplayLine } from "./replay.svelte";
import type { Replay, Shown } from "../wire";

const LENGTH = 120;
const shown = (at: number): Shown => ({ view: { round: at }, figures: {} }) as unknown as Shown;

function routes(): GameRoutes & { asked: number[]; fails: number } {
    const found = {
        asked: [] as number[],
        fails: 0,
        replay: async (at: number) => {
            if (at > LENGTH) throw new Denied({ code: "no-such-decision", sentence: "No." });
            const decisions = Array.from({ length: LENGTH }, () => ({ seat: 0, action: {}, words: "", events: [] }));
            const headers = { event: "", site: "", date: "", players: [], other: {} };
            return {
                board: "germany",
                players: 2,
                headers,
                is_over: true,
                decisions,
                at,
                ...shown(at),
            } as unknown as Replay;
        },
        positions: async (first: number) => {
            found.asked.push(first);
            if (found.fails-- > 0) throw new Denied({ code: "too-many-messages", sentence: "Wait." });
            const count = Math.min(BLOCK, LENGTH + 1 - first);
            return { first, positions: Array.from({ length: count }, (_, number) => shown(first + number)) };
        },
        chronicle: () => Promise.reject(new Error()),
        review: () => Promise.reject(new Error()),
        stopReview: () => Promise.reject(new Error()),
        record: () => Promise.reject(new Error()),
    };
    return found;
}

describe("moving through a game", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it("shows the decision of the link at once and fetches what lies around it", async () => {
        const server = routes();
        const line = new ReplayLine(server);
        await line.open(60);
        expect([line.at, line.shownAt, line.length]).toEqual([60, 60, LENGTH]);
        await vi.runAllTimersAsync();
        expect(server.asked.toSorted((a, b) => a - b)).toEqual([0, 50]);
        line.go(61);
        expect(line.shown?.view.round).toBe(61);
    });

    it("asks only for the place where scrubbing stops", async () => {
        const server = routes();
        const line = new ReplayLine(server);
        await line.open(0);
        await vi.runAllTimersAsync();
        server.asked.length = 0;
        for (const place of [51, 80, 101, 110]) line.go(place);
        expect(line.isThere).toBe(false);
        await vi.runAllTimersAsync();
        expect(line.isThere).toBe(true);
        expect(server.asked).toEqual([100, 50]);
    });

    it("goes no further than the game", async () => {
        const line = new ReplayLine(routes());
        await line.open(999);
        expect(line.at).toBe(0);
        line.go(999);
        expect(line.at).toBe(LENGTH);
        line.go(-5);
        expect(line.at).toBe(0);
    });

    it("says that it must wait, and asks again", async () => {
        const server = routes();
        const line = new ReplayLine(server);
        await line.open(0);
        await vi.runAllTimersAsync();
        server.fails = 2;
        line.go(120);
        await vi.advanceTimersByTimeAsync(100);
        expect(line.problem).not.toBeNull();
        await vi.runAllTimersAsync();
        expect([line.shownAt, line.problem]).toEqual([120, null]);
    });
});
