/** What a player means to do before it is done: a list of actions, tried out by the server, played when confirmed. */

import type { Action, Answer, Refusal } from "./wire";
import type { TableLine } from "./table.svelte";

export class Plan {
    actions = $state.raw<readonly Action[]>([]);
    /** Where the actions would lead; null while there are none. */
    outcome = $state.raw<Answer | null>(null);
    /** Why the last action that was tried is not possible. */
    refusal = $state.raw<Refusal | null>(null);
    busy = $state(false);

    readonly #line: TableLine;
    #decision = -1;

    constructor(line: TableLine) {
        this.#line = line;
    }

    /** The plan is of one decision: when the game has gone on, it begins anew. */
    keepUp(decision: number): void {
        if (decision === this.#decision || this.busy) return;
        this.#decision = decision;
        this.clear();
    }

    clear(): void {
        this.actions = [];
        this.outcome = null;
        this.refusal = null;
    }

    async add(seat: number, action: Action): Promise<void> {
        await this.#try(seat, [...this.actions, action]);
    }

    async replace(seat: number, actions: readonly Action[]): Promise<void> {
        if (actions.length === 0) this.clear();
        else await this.#try(seat, actions);
    }

    async #try(seat: number, actions: readonly Action[]): Promise<void> {
        this.busy = true;
        const reply = await this.#line.whatIf(seat, [...actions]);
        this.busy = false;
        if (reply.type === "refused") this.refusal = reply.refusal;
        if (reply.type !== "what-if") return;
        // An action that draws a card is played all the same; only what follows it cannot be foreseen.
        const kept = reply.stopped === "card" ? reply.played + 1 : reply.played;
        this.refusal = reply.refusal;
        if (kept < actions.length && reply.stopped === "refused") return;
        this.actions = actions.slice(0, kept);
        this.outcome = reply;
    }

    /** Play the plan, and what ends the turn; whether all of it was accepted. */
    async confirm(seat: number, end: Action | null): Promise<boolean> {
        this.busy = true;
        try {
            for (const action of [...this.actions, ...(end === null ? [] : [end])]) {
                const reply = await this.#line.play(seat, action);
                if (reply.type === "refused") {
                    this.refusal = reply.refusal;
                    return false;
                }
            }
            return true;
        } finally {
            this.busy = false;
            this.clear();
        }
    }
}
