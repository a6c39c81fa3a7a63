/**
 * A scenario at a table: its goal first, and a verdict when the player is done with its phase.
 *
 * An adviser is asked at the beginning, silently, so that the verdict can compare. All of it is stored in this browser
 * until the player has read the verdict.
 */

import type { Hint, Position } from "../wire";
import type { TableConnection } from "../table/connection.svelte";
import { outcomeOf, SCENARIOS, type Outcome, type Scenario } from "./scenarios";

interface Progress {
    /** The number of the first decision. */
    first: number;
    hint: Hint | null;
    /** Whether the player has read the goal. */
    isUnderstood: boolean;
    outcome: Outcome | null;
    /** Whether the player has read the verdict, and plays on. */
    isRead: boolean;
}

const keyOf = (table: string): string => `kilowatt.scenario.${table}`;

export class Practice {
    readonly #connection: TableConnection;
    #progress = $state.raw<Progress | null>(null);
    #isAsking = false;

    constructor(connection: TableConnection) {
        this.#connection = connection;
        try {
            this.#progress = JSON.parse(localStorage.getItem(keyOf(connection.table)) ?? "null") as Progress | null;
        } catch {
            // the browser stores nothing, or something else
        }
    }

    get scenario(): Scenario | null {
        return this.#connection.info?.agreed.scenario ?? null;
    }
    /** Whether the goal is shown: until it is understood, or the phase is over. */
    get hasGoal(): boolean {
        const progress = this.#progress;
        return progress !== null && !progress.isUnderstood && progress.outcome === null;
    }
    /** What the player has done, until the verdict is read. */
    get outcome(): Outcome | null {
        return this.#progress?.isRead === false ? this.#progress.outcome : null;
    }
    get hint(): Hint | null {
        return this.#progress?.hint ?? null;
    }

    /** The position has changed. */
    follow(position: Position, seat: number | undefined): void {
        const { scenario } = this;
        if (scenario === null || seat === undefined || this.#progress?.isRead === true) return;
        const { view, decision } = position;
        const isAsked = view.seat === seat && position.offers !== null && view.asked === SCENARIOS[scenario].question;
        if (this.#progress === null && isAsked)
            this.#save({ first: decision, hint: null, isUnderstood: false, outcome: null, isRead: false });
        if (this.#progress === null) return;
        if (this.#progress.hint === null && decision === this.#progress.first) void this.#ask(seat);
        const { first, outcome } = this.#progress;
        const done = outcomeOf(scenario, this.#connection.entries, first, seat, position);
        // The figures are those of the moment; but what was done may be taken back.
        if ((done === null) !== (outcome === null)) this.#save({ outcome: done });
    }

    understand(): void {
        this.#save({ isUnderstood: true });
    }

    playOn(): void {
        this.#save({ isRead: true });
    }

    async #ask(seat: number): Promise<void> {
        if (this.#isAsking) return;
        this.#isAsking = true;
        const reply = await this.#connection.hint(seat);
        this.#isAsking = false;
        if (reply.type === "hint") this.#save({ hint: reply });
    }

    #save(change: Partial<Progress> | Progress): void {
        this.#progress = { ...(this.#progress as Progress), ...change };
        try {
            localStorage.setItem(keyOf(this.#connection.table), JSON.stringify(this.#progress));
        } catch {
            // it lasts until the page is left
        }
    }
}
