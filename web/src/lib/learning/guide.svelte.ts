/**
 * The guided first game: each thing is explained once, when it is first asked for.
 *
 * A lesson stays until it is dismissed or the learner has decided; the next one follows after a moment, so that neither
 * takes the other's place under the cursor. Progress is stored in this browser while the game is guided, and removed
 * afterwards.
 */

import type { Position } from "../wire";
import { lessonsDue, type Lesson } from "./lessons";

/** Longer than a double click takes: its second click must not hit what comes next. */
export const PAUSE = 600;

const keyOf = (table: string): string => `kilowatt.guide.${table}`;

/** Start the guide for this table in this browser. */
export function startGuide(table: string): void {
    saveProgress(table, []);
}

function saveProgress(table: string, seen: readonly string[]): void {
    try {
        localStorage.setItem(keyOf(table), JSON.stringify(seen));
    } catch {
        // the browser stores nothing: play without a guide
    }
}

function loadProgress(table: string): readonly string[] | null {
    try {
        const seen: unknown = JSON.parse(localStorage.getItem(keyOf(table)) ?? "null");
        return Array.isArray(seen) ? seen.map(String) : null;
    } catch {
        return null;
    }
}

export class Guide {
    /** The lesson on the screen. */
    lesson = $state.raw<Lesson | null>(null);
    /** Whether another one comes in a moment. */
    isComing = $state(false);

    readonly #table: string;
    /** What has been explained; null without a guide. */
    #seen = $state.raw<readonly string[] | null>(null);
    /** The lessons that the position calls for. */
    #due: readonly Lesson[] = [];
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(table: string) {
        this.#table = table;
        this.#seen = loadProgress(table);
    }

    /** Whether the game is guided. */
    get isOn(): boolean {
        return this.#seen !== null;
    }

    /** The position has changed. What was explained for an earlier decision has been done, and goes. */
    follow(position: Position, mine: readonly number[]): void {
        if (this.#seen === null) return;
        this.#due = lessonsDue(position, mine);
        if (this.lesson !== null && !this.#due.some((due) => isSame(due, this.lesson))) this.finish();
        this.#offerNext();
    }

    /** The learner has read the lesson, or done what it says. The last one ends the guide. */
    finish(): void {
        if (this.lesson === null) return;
        const { name } = this.lesson;
        if (name === "over") return this.leave();
        this.lesson = null;
        this.#seen = [...(this.#seen ?? []), name];
        saveProgress(this.#table, this.#seen);
        this.#offerNext();
    }

    /** Play on without a guide. */
    leave(): void {
        this.stop();
        this.#seen = null;
        try {
            localStorage.removeItem(keyOf(this.#table));
        } catch {
            // nothing was stored
        }
    }

    /** The page is left; what has not been read is offered again. */
    stop(): void {
        clearTimeout(this.#timer);
        this.isComing = false;
        this.lesson = null;
        this.#due = [];
    }

    #offerNext(): void {
        clearTimeout(this.#timer);
        this.isComing = this.lesson === null && this.#next !== null;
        if (!this.isComing) return;
        this.#timer = setTimeout(() => {
            this.isComing = false;
            this.lesson = this.#next;
        }, PAUSE);
    }

    get #next(): Lesson | null {
        return this.#due.find(({ name }) => this.#seen?.includes(name) === false) ?? null;
    }
}

const isSame = (one: Lesson, other: Lesson | null): boolean =>
    one.name === other?.name && one.decision === other.decision;
