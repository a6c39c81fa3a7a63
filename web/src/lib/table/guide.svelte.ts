/**
 * The guided first game: each thing is explained the first time it comes up.
 *
 * Progress is stored in this browser while the game is guided, and removed afterwards.
 */

import { clauseOf } from "../rules/clauses";
import type { Question, View } from "../wire";

export type Lesson = Question | "goal" | "waiting" | "over";

/** The part of the table that a lesson explains. */
export type Part = "board" | "plants" | "fuel" | "panel" | "players";

const PARTS: Readonly<Record<Lesson, Part>> = {
    goal: "board",
    "pick-region": "board",
    open: "plants",
    bid: "panel",
    scrap: "panel",
    "keep-fuel": "panel",
    "buy-fuel": "fuel",
    "build-house": "board",
    "run-plants": "panel",
    waiting: "players",
    over: "panel",
};

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
    readonly #table: string;
    #seen = $state.raw<readonly string[] | null>(null);

    constructor(table: string) {
        this.#table = table;
        this.#seen = loadProgress(table);
    }

    /** What is to be explained now, if anything; `mine` are the seats of the learner. */
    lesson(view: View, mine: readonly number[]): Lesson | null {
        const seen = this.#seen;
        if (seen === null) return null;
        return lessonsDue(view, mine).find((lesson) => !seen.includes(lesson)) ?? null;
    }

    /** The learner has read it. The last lesson ends the guide. */
    dismiss(lesson: Lesson): void {
        if (lesson === "over") return this.leave();
        this.#seen = [...(this.#seen ?? []), lesson];
        saveProgress(this.#table, this.#seen);
    }

    /** Play on without a guide. */
    leave(): void {
        this.#seen = null;
        try {
            localStorage.removeItem(keyOf(this.#table));
        } catch {
            // nothing was stored
        }
    }
}

/** The lessons this position calls for, in order. */
export function lessonsDue(view: View, mine: readonly number[]): Lesson[] {
    if (view.over) return ["over"];
    if (view.asked === null || view.seat === null) return [];
    return ["goal", mine.includes(view.seat) ? view.asked : "waiting"];
}

/** The clause that a lesson is taken from. */
export function clauseOfLesson(lesson: Lesson): string {
    if (lesson === "goal") return "R8.6";
    if (lesson === "waiting") return "R3.1";
    return clauseOf(lesson === "over" ? null : lesson);
}

export function partOf(lesson: Lesson): Part {
    return PARTS[lesson];
}
