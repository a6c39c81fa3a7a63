/** From city to city with the arrow keys. */

import type { Point } from "./viewport";

const DIRECTIONS: Readonly<Record<string, Point>> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
};
/** How much worse it is to be off to the side than far away. */
const ASIDE = 2;

/** Where an arrow key points; undefined for other keys. */
export function directionOf(key: string): Point | undefined {
    return DIRECTIONS[key];
}

/** The place nearest in a direction, rather straight ahead than to the side; undefined at the edge. */
export function nextTowards<Place extends Point>(
    from: Point,
    direction: Point,
    places: readonly Place[],
): Place | undefined {
    let [best, least]: [Place | undefined, number] = [undefined, Infinity];
    for (const place of places) {
        const [x, y] = [place.x - from.x, place.y - from.y];
        const ahead = x * direction.x + y * direction.y;
        const aside = Math.abs(x * direction.y) + Math.abs(y * direction.x);
        if (ahead <= 0 || aside > ahead * ASIDE) continue;
        const cost = ahead + ASIDE * aside;
        if (cost < least) [best, least] = [place, cost];
    }
    return best;
}
