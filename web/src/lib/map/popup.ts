/** Where a popup goes beside the place it describes: fully visible, and not over the place itself. */

import type { Point, Size } from "./viewport";

const RIM = 6;

/** The upper left corner of the popup; `away` is the least distance from the place, across and up. */
export function popupPosition(place: Point, popup: Size, screen: Size, away: Point): Point {
    const level = clamp(place.y - popup.height / 2, screen.height - popup.height);
    const centred = clamp(place.x - popup.width / 2, screen.width - popup.width);
    const spots = [
        { x: place.x + away.x, y: level },
        { x: place.x - away.x - popup.width, y: level },
        { x: centred, y: place.y - away.y - popup.height },
        { x: centred, y: place.y + away.y },
    ];
    const { x, y } = spots.find((spot) => fits(spot, popup, screen)) ?? spots[3]!;
    return { x: clamp(x, screen.width - popup.width), y: clamp(y, screen.height - popup.height) };
}

function fits({ x, y }: Point, popup: Size, screen: Size): boolean {
    return x >= RIM && y >= RIM && x + popup.width <= screen.width - RIM && y + popup.height <= screen.height - RIM;
}

function clamp(value: number, most: number): number {
    return Math.max(RIM, Math.min(value, most - RIM));
}
