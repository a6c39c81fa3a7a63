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
    #isLeft = false;

    constructor(routes: GameRoutes) {
        this.#routes = routes;
    }

    start(): void {
        if (this.isGoing || this.review !== null) return;
        this.isGoing = true;
        this.problem = null;
        void this.#ask();
    }

    leave(): void {
        this.#isLeft = true;
        clearTimeout(this.#timer);
    }

    /** The findings about a decision; decisions are numbered from 1. */
    about(number: number): Decision | null {
        return this.review?.decisions[number - 1] ?? null;
    }

    async #ask(): Promise<void> {
        try {
            const found = await this.#routes.review();
            this.share = found.of === 0 ? 0 : found.done / found.of;
            this.review = found.review;
            this.isGoing = found.review === null;
            if (this.isGoing && !this.#isLeft) this.#timer = setTimeout(() => void this.#ask(), AFTER_MS);
        } catch (error) {
            this.isGoing = false;
            this.problem = errorMessage(error);
        }
    }
}
