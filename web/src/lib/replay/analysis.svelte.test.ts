import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnalysisLine } from "./analysis.svelte";
import { Denied, type GameRoutes } from "../api";
import type { Analysis, Review } from "../wire";

const REVIEW = { decisions: [{ number: 1 }] } as unknown as Review;

/** Answers with these replies, one after the other; returns how often it was called, and how often stopped. */
function server(...answers: (Analysis | Denied)[]): { routes: GameRoutes; asked: () => number; stopped: () => number } {
    let [asked, stopped] = [0, 0];
    const stopReview = async (): Promise<void> => void stopped++;
    const review = async (): Promise<Analysis> => {
        const answer = answers[Math.min(asked++, answers.length - 1)];
        if (answer === undefined) throw new Error("there is nothing to answer");
        if (answer instanceof Denied) throw answer;
        return answer;
    };
    const routes = { review, stopReview } as unknown as GameRoutes;
    return { routes, asked: () => asked, stopped: () => stopped };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("it is asked after until it is there, and then no more", async () => {
    const { routes, asked } = server({ done: 1, of: 4, review: null }, { done: 4, of: 4, review: REVIEW });
    const line = new AnalysisLine(routes);
    line.start();
    line.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([line.isGoing, line.share]).toEqual([true, 0.25]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([line.isGoing, line.about(1), asked()]).toEqual([false, REVIEW.decisions[0], 2]);
});

test("a denial is shown, and can be tried again", async () => {
    const { routes } = server(new Denied({ code: "strange", sentence: "No." }), { done: 4, of: 4, review: REVIEW });
    const line = new AnalysisLine(routes);
    line.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([line.isGoing, line.problem]).toEqual([false, "No."]);
    line.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([line.review, line.problem]).toEqual([REVIEW, null]);
});

test("stopping while an answer is on its way ends the analysis, and it can be started again", async () => {
    const { routes, asked, stopped } = server({ done: 1, of: 4, review: null });
    const line = new AnalysisLine(routes);
    line.start();
    line.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([line.isGoing, line.share, asked(), stopped()]).toEqual([false, 0, 1, 1]);
    line.start();
    await vi.advanceTimersByTimeAsync(0);
    expect([line.isGoing, line.share, asked()]).toEqual([true, 0.25, 2]);
});

test("what is not going on is not stopped", async () => {
    const { routes, stopped } = server({ done: 4, of: 4, review: REVIEW });
    const line = new AnalysisLine(routes);
    line.stop();
    line.start();
    await vi.advanceTimersByTimeAsync(0);
    line.stop();
    expect([line.review, stopped()]).toEqual([REVIEW, 0]);
});
