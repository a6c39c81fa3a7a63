/** The analysis of a game: requested once, then polled until it is ready. */

import { errorMessage, type GameRoutes } from "../api";
import type { Decision, Review } from "../wire";

const AFTER_MS = 1200;

export class AnalysisLine {
    review = $state.raw<Review | null>(null);
    isGoing = $state(false);
    /** The share that is done, from 0 to 1. */
    share = $state(0);
    problem = $state<string | null>(null);

    readonly #routes: GameRoutes;
    #timer: ReturnType<typeof setTimeout> | undefined;
    /** How often it was started or stopped: an answer to an earlier request counts no more. */
    #turn = 0;

    constructor(routes: GameRoutes) {
        this.#routes = routes;
    }

    start(): void {
        if (this.isGoing || this.review !== null) return;
        this.isGoing = true;
        this.problem = null;
        void this.#ask(++this.#turn);
    }

    stop(): void {
        if (!this.isGoing) return;
        this.#turn += 1;
        this.isGoing = false;
        this.share = 0;
        clearTimeout(this.#timer);
        // Whoever cannot be told has stopped already.
        this.#routes.stopReview().catch(() => undefined);
    }

    /** The findings about a decision; decisions are numbered from 1. */
    about(number: number): Decision | null {
        return this.review?.decisions[number - 1] ?? null;
    }

    async #ask(turn: number): Promise<void> {
        try {
            const found = await this.#routes.review();
            if (turn !== this.#turn) return;
            this.share = found.of === 0 ? 0 : found.done / found.of;
            this.review = found.review;
            this.isGoing = found.review === null;
            if (this.isGoing) this.#timer = setTimeout(() => void this.#ask(turn), AFTER_MS);
        } catch (error) {
            if (turn !== this.#turn) return;
            this.isGoing = false;
            this.problem = errorMessage(error);
        }
    }
}
