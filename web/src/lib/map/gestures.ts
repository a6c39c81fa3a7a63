/** Translate wheel, drag, pinch and double tap into zooming and moving. */

import type { Point } from "./viewport";

export interface Moves {
    zoom: (factor: number, at: Point, glides?: boolean) => void;
    pan: (by: Point) => void;
}

const MOUSE_SLACK = 4;
const FINGER_SLACK = 9;
const DOUBLE_TAP = 320;
const DOUBLE_TAP_APART = 28;
const DOUBLE_TAP_ZOOM = 1.8;
const WHEEL = 1 / 380;
const LINE_HEIGHT = 18;

interface Finger extends Point {
    /** Where it came down. */
    from: Point;
}

export class MapGestures {
    /** Whether the hand has moved since it came down: then releasing is not a click. */
    moved = false;
    readonly #fingers = new Map<number, Finger>();
    readonly #moves: Moves;
    #lastTap: (Point & { time: number }) | null = null;

    constructor(moves: Moves) {
        this.#moves = moves;
    }

    wheel(event: WheelEvent): void {
        event.preventDefault();
        const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_HEIGHT : event.deltaY;
        this.#moves.zoom(Math.exp(-pixels * WHEEL), within(event));
    }

    down(event: PointerEvent): void {
        if (event.pointerType === "mouse" && event.button !== 0) return;
        if (this.#fingers.size === 0) this.moved = false;
        const at = within(event);
        this.#fingers.set(event.pointerId, { ...at, from: at });
    }

    move(event: PointerEvent): void {
        const finger = this.#fingers.get(event.pointerId);
        if (finger === undefined) return;
        const at = within(event);
        const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
        const slack = event.pointerType === "mouse" ? MOUSE_SLACK : FINGER_SLACK;
        if (!this.moved) {
            if (other === undefined && distance(finger.from, at) <= slack) return;
            this.#begin(event);
        }
        if (other === undefined) this.#moves.pan({ x: at.x - finger.x, y: at.y - finger.y });
        else this.#pinch(finger, at, other);
        this.#fingers.set(event.pointerId, { ...at, from: finger.from });
    }

    up(event: PointerEvent): void {
        this.#fingers.delete(event.pointerId);
    }

    /** A tap or click on nothing in particular; the second of two zooms in. */
    tap(event: MouseEvent): void {
        const at = within(event);
        const last = this.#lastTap;
        const isDouble =
            last !== null && event.timeStamp - last.time < DOUBLE_TAP && distance(last, at) < DOUBLE_TAP_APART;
        this.#lastTap = isDouble ? null : { ...at, time: event.timeStamp };
        if (isDouble) this.#moves.zoom(DOUBLE_TAP_ZOOM, at, true);
    }

    /** From now on it is a movement: capture the pointer, wherever it goes. */
    #begin(event: PointerEvent): void {
        this.moved = true;
        for (const id of this.#fingers.keys()) (event.currentTarget as Element).setPointerCapture(id);
    }

    /** One of two fingers has moved: the point between them goes with them, and what they span grows with them. */
    #pinch(before: Point, now: Point, other: Point): void {
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        this.#moves.pan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 });
        this.#moves.zoom(distance(now, other) / Math.max(distance(before, other), 1), middle);
    }
}

/** The position of an event, relative to the corner of its listener. */
function within(event: MouseEvent): Point {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function distance(one: Point, other: Point): number {
    return Math.hypot(one.x - other.x, one.y - other.y);
}
