/** Where a card goes beside the place it describes: fully visible, and not over the place itself. */

import type { Point, Size } from "./window";

const RIM = 6;

/** The upper left corner of the card; `away` is the least distance from the place, across and up. */
export function cardAt(place: Point, card: Size, screen: Size, away: Point): Point {
    const level = clamp(place.y - card.height / 2, screen.height - card.height);
    const centred = clamp(place.x - card.width / 2, screen.width - card.width);
    const spots = [
        { x: place.x + away.x, y: level },
        { x: place.x - away.x - card.width, y: level },
        { x: centred, y: place.y - away.y - card.height },
        { x: centred, y: place.y + away.y },
    ];
    const { x, y } = spots.find((spot) => fits(spot, card, screen)) ?? spots[3]!;
    return { x: clamp(x, screen.width - card.width), y: clamp(y, screen.height - card.height) };
}

function fits({ x, y }: Point, card: Size, screen: Size): boolean {
    return x >= RIM && y >= RIM && x + card.width <= screen.width - RIM && y + card.height <= screen.height - RIM;
}

function clamp(value: number, most: number): number {
    return Math.max(RIM, Math.min(value, most - RIM));
}
