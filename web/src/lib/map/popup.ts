/** Where a popup goes: beside the place it describes or at the edge, over nothing that one may aim at next. */

import type { Point, Size } from "./viewport";

const RIM = 6;
/** Half the size of what must not be covered, about a city's mark. */
const MARK = { x: 24, y: 16 };

/**
 * The upper left corner of the popup.
 *
 * `away` is the least distance from the place, across and up; `targets` are the other places that can be pressed.
 */
export function popupPosition(
    place: Point,
    popup: Size,
    screen: Size,
    away: Point,
    targets: readonly Point[] = [],
): Point {
    const [left, right] = [place.x - away.x - popup.width, place.x + away.x];
    const [above, below] = [place.y - away.y - popup.height, place.y + away.y];
    const level = clamp(place.y - popup.height / 2, screen.height - popup.height);
    const centred = clamp(place.x - popup.width / 2, screen.width - popup.width);
    const beside = [
        { x: right, y: level },
        { x: left, y: level },
        { x: centred, y: above },
        { x: centred, y: below },
    ];
    const diagonal = [above, below].flatMap((y) => [right, left].map((x) => ({ x, y })));
    // At an edge of the screen, where there is no room beside the place that is free of other targets.
    const edges = [RIM, screen.height - popup.height - RIM].flatMap((y) =>
        [RIM, centred, screen.width - popup.width - RIM].map((x) => ({ x, y })),
    );
    const clear = edges.filter((spot) => !covers(spot, popup, place));
    const spots = [...beside, ...diagonal, ...clear].filter((spot) => fits(spot, popup, screen));
    const covered = (spot: Point): number => targets.filter((target) => covers(spot, popup, target)).length;
    const { x, y } = spots.toSorted((one, other) => covered(one) - covered(other))[0] ?? { x: centred, y: below };
    return { x: clamp(x, screen.width - popup.width), y: clamp(y, screen.height - popup.height) };
}

function fits({ x, y }: Point, popup: Size, screen: Size): boolean {
    return x >= RIM && y >= RIM && x + popup.width <= screen.width - RIM && y + popup.height <= screen.height - RIM;
}

function covers({ x, y }: Point, popup: Size, target: Point): boolean {
    return (
        target.x + MARK.x > x &&
        target.x - MARK.x < x + popup.width &&
        target.y + MARK.y > y &&
        target.y - MARK.y < y + popup.height
    );
}

function clamp(value: number, most: number): number {
    return Math.max(RIM, Math.min(value, most - RIM));
}
