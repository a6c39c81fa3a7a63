/** Where a callout stands: near what it points at, never over it, and over as few other controls as possible. */

import type { Box, Point, Size } from "../map/viewport";

/** Between the callout and what it points at: room for an arrow. */
const GAP = 26;
const MARGIN = 8;
const GRID = 16;
/** An arrow that would be longer is only a short pointer: it must not strike through what lies between. */
const LONGEST = 44;
const POINTER = 14;
/** What it costs to cover a control or what must stay in sight, and to leave the arrow no room, in pixels of distance. */
const COVERED = 300;
const OVER_KEPT = 20_000;
const TOO_NEAR = 4000;
const OVER_TARGET = 100_000;

const boxAt = ({ x, y }: Point, { width, height }: Size): Box => ({
    left: x,
    top: y,
    right: x + width,
    bottom: y + height,
});

export const doMeet = (a: Box, b: Box): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

function distance(a: Box, b: Box): number {
    const across = Math.max(0, a.left - b.right, b.left - a.right);
    const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
    return Math.hypot(across, down);
}

/** The corner of the callout; `kept` must stay in sight, controls should. */
export function placeCallout(
    target: Box,
    size: Size,
    screen: Size,
    controls: readonly Box[],
    kept: readonly Box[] = [],
): Point {
    const cost = (corner: Point): number => {
        const box = boxAt(corner, size);
        const away = distance(box, target);
        const near = doMeet(box, target) ? OVER_TARGET : away < GAP ? TOO_NEAR : away;
        const covered = (others: readonly Box[]): number => others.filter((other) => doMeet(box, other)).length;
        return near + COVERED * covered(controls) + OVER_KEPT * covered(kept);
    };
    const places = (room: number): number[] =>
        Array.from({ length: Math.max(1, Math.ceil(room / GRID)) }, (_, step) => MARGIN + step * GRID);
    const corners = places(screen.width - size.width - 2 * MARGIN).flatMap((x) =>
        places(screen.height - size.height - 2 * MARGIN).map((y) => ({ x, y })),
    );
    return corners.map((corner) => ({ corner, cost: cost(corner) })).reduce((a, b) => (b.cost < a.cost ? b : a)).corner;
}

/** The ends of the arrow: from the edge of the callout to the edge of what it points at, or towards it if that is far. */
export function arrowBetween(callout: Box, target: Box): { from: Point; to: Point } {
    const middle = { x: (target.left + target.right) / 2, y: (target.top + target.bottom) / 2 };
    const from = {
        x: between(callout.left, middle.x, callout.right),
        y: between(callout.top, middle.y, callout.bottom),
    };
    const to = { x: between(target.left, from.x, target.right), y: between(target.top, from.y, target.bottom) };
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length <= LONGEST) return { from, to };
    const share = POINTER / length;
    return { from, to: { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share } };
}
