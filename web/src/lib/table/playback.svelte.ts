/**
 * What others do, shown one after the other: the server may send fifteen moves within a second, and nobody can follow that.
 *
 * Each update brings a whole position, so the page shows the positions of the queue in turn. The player's own moves, and
 * everything that happened before the page was opened, are shown at once.
 */

import type { Entry, Position } from "../wire";
import type { Pace } from "../app/preferences.svelte";

/** One update: the entries that are new, and the position after them. */
export interface Frame {
    readonly entries: readonly Entry[];
    readonly position: Position;
}

const MS_PER_MOVE: Record<Pace, number> = { slow: 1800, normal: 900, quick: 350, "at-once": 0 };
/** The longest time that the player waits for what has queued up, whatever the pace. */
const MOST_MS = 20_000;
/** With a time limit, watching uses at most this part of it. */
const PART_OF_LIMIT = 0.1;

/** How long a move is looked at, as a part of the time for a move: longer where there is more to see. */
function weight(entry: Entry): number {
    switch (entry.action?.do) {
        case "pass":
        case "drop":
        case "stop-buying":
        case "stop-building":
            return 0.35;
        case "bid":
            return 0.6;
        case "run-plants":
            return 1.3;
        default:
            return 1;
    }
}

/** How long a frame is shown before the next one. */
export function frameMs(frame: Frame, pace: Pace): number {
    return MS_PER_MOVE[pace] * Math.max(0, ...frame.entries.map(weight));
}

export class Playback {
    /** The position shown now, and the entries up to it. */
    position = $state.raw<Position | null>(null);
    entries = $state.raw<readonly Entry[]>([]);
    /** The entries shown last, for animations. */
    newEntries = $state.raw<readonly Entry[]>([]);
    /** The move of somebody else that is looked at now. */
    watched = $state.raw<Entry | null>(null);
    /** How many moves are still to be shown. */
    left = $state(0);

    readonly #pace: () => Pace;
    #queue: Frame[] = [];
    #timer: ReturnType<typeof setTimeout> | undefined;
    /** When the first of the moves in the queue was shown. */
    #began = 0;

    constructor(pace: () => Pace) {
        this.#pace = pace;
    }

    /** How many entries have been received, shown or not. */
    get received(): number {
        return this.#queue.reduce((sum, frame) => sum + frame.entries.length, this.entries.length);
    }

    /** Show everything at once: the table has just been opened, or the connection is back with what was missed. */
    reset(missed: readonly Entry[], position: Position | null): void {
        this.skip();
        this.entries = [...this.entries, ...missed];
        this.position = position;
        this.newEntries = [];
    }

    /** The server has refused something, and says where the game is. */
    correct(position: Position): void {
        this.skip();
        this.position = position;
    }

    /** An update has come. `isOurs`: the player at this device made the move, so there is nothing to wait for. */
    add(frame: Frame, isOurs: boolean): void {
        if (isOurs || this.#pace() === "at-once") {
            this.skip();
            this.#began = performance.now();
            this.#show(frame);
            this.#wait(frameMs(frame, this.#pace()) / 2); // what follows is shown after this move has been seen
            return;
        }
        this.#queue.push(frame);
        this.left = this.#queue.length;
        if (this.#timer !== undefined) return;
        this.#began = performance.now();
        this.#next();
    }

    /** Show the rest at once. */
    skip(): void {
        const queue = this.#queue;
        this.#stop();
        const last = queue.at(-1);
        if (last === undefined) return;
        this.entries = [...this.entries, ...queue.flatMap((frame) => frame.entries)];
        this.newEntries = queue.flatMap((frame) => frame.entries);
        this.position = last.position;
    }

    #stop(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#queue = [];
        this.left = 0;
        this.watched = null;
    }

    #show(frame: Frame): void {
        this.entries = [...this.entries, ...frame.entries];
        this.newEntries = frame.entries;
        this.position = frame.position;
    }

    #next(): void {
        this.#timer = undefined;
        const frame = this.#queue.shift();
        this.left = this.#queue.length;
        this.watched = frame?.entries.at(-1) ?? null;
        if (frame === undefined) return;
        this.#show(frame);
        this.#wait(frameMs(frame, this.#pace()) * this.#hurry(frame));
    }

    #wait(ms: number): void {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#next(), ms);
    }

    /** How much quicker than the pace, so that what has queued up is over in time. */
    #hurry(now: Frame): number {
        const frames = [now, ...this.#queue];
        const total = frames.reduce((sum, frame) => sum + frameMs(frame, this.#pace()), 0);
        const limit = frames.at(-1)?.position.seconds ?? null;
        const most = limit === null ? MOST_MS : Math.min(MOST_MS, limit * 1000 * PART_OF_LIMIT);
        const left = Math.max(0, this.#began + most - performance.now());
        return total > left ? left / total : 1;
    }
}
