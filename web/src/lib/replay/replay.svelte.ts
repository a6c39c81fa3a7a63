/** A game to move through: positions come in blocks and are kept, so that scrubbing does not wait for the server. */

import { Denied, errorMessage, type GameRoutes } from "../api";
import type { Headers, PlayedDecision, Shown } from "../wire";

/** The number of positions the server sends at once. */
export const BLOCK = 50;
/** How close to the end of a block the next one is requested. */
const AHEAD = 15;
/** Scrubbing passes many blocks: only one where the user stops for this long is requested. */
const SETTLE_MS = 90;
const AGAIN_MS = 1500;

export interface Facts {
    board: string;
    players: number;
    headers: Headers;
    isOver: boolean;
}

export class ReplayLine {
    facts = $state.raw<Facts | null>(null);
    decisions = $state.raw<readonly PlayedDecision[]>([]);
    /** The number of decisions so far; the position shown may be a moment behind. */
    at = $state(0);
    shown = $state.raw<Shown | null>(null);
    shownAt = $state(0);
    problem = $state<string | null>(null);

    readonly #routes: GameRoutes;
    readonly #known = new Map<number, Shown>();
    readonly #asked = new Set<number>();
    #timer: ReturnType<typeof setTimeout> | undefined;
    #isLeft = false;

    constructor(routes: GameRoutes) {
        this.#routes = routes;
    }

    get length(): number {
        return this.decisions.length;
    }

    /** Load the game, at this decision if there is one. */
    async open(at: number): Promise<void> {
        try {
            const found = await this.#routes.replay(at).catch((error: unknown) => {
                if (error instanceof Denied && error.code === "no-such-decision") return this.#routes.replay(0);
                throw error;
            });
            if (this.#isLeft) return;
            const { board, players, headers, is_over: isOver } = found;
            this.facts = { board, players, headers, isOver };
            this.decisions = found.decisions;
            this.#known.set(found.at, { view: found.view, figures: found.figures });
            this.go(found.at);
        } catch (error) {
            this.problem = errorMessage(error);
        }
    }

    /** Move to this decision, or as far as the game goes. */
    go(to: number): void {
        this.at = Math.max(0, Math.min(Math.round(to), this.length));
        this.#show();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#lookAround(), this.#known.has(this.at) ? 0 : SETTLE_MS);
    }

    /** Whether the position that is wanted is the one on the board. */
    get isThere(): boolean {
        return this.shownAt === this.at;
    }

    leave(): void {
        this.#isLeft = true;
        clearTimeout(this.#timer);
    }

    #show(): void {
        const found = this.#known.get(this.at);
        if (found === undefined) return;
        this.shown = found;
        this.shownAt = this.at;
    }

    #lookAround(): void {
        for (const place of [this.at, this.at + AHEAD, this.at - AHEAD]) {
            if (place >= 0 && place <= this.length) void this.#load(Math.floor(place / BLOCK) * BLOCK);
        }
    }

    async #load(first: number): Promise<void> {
        if (this.#asked.has(first)) return;
        this.#asked.add(first);
        try {
            const found = await this.#routes.positions(first);
            found.positions.forEach((position, number) => this.#known.set(found.first + number, position));
            this.problem = null;
            this.#show();
        } catch (error) {
            this.#asked.delete(first);
            this.problem = errorMessage(error);
            if (!this.#isLeft && !this.isThere) this.#timer = setTimeout(() => this.#lookAround(), AGAIN_MS);
        }
    }
}
