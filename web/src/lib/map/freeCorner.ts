/** The screen corner for an overlay on the map: the first without a city. */

import { overlap } from "./labelPlacement";
import { boxAt, type Box, type Point, type Size } from "./viewport";

export type Corner = "bottom-right" | "bottom-left" | "top-right" | "top-left";

const CORNERS: readonly Corner[] = ["bottom-right", "bottom-left", "top-right", "top-left"];
const RIM = 8;
/** A city with its name. */
const CITY: Size = { width: 64, height: 40 };

export function cornerBox(corner: Corner, size: Size, screen: Size): Box {
    const left = corner.endsWith("left") ? RIM : screen.width - RIM - size.width;
    const top = corner.startsWith("top") ? RIM : screen.height - RIM - size.height;
    return { left, top, right: left + size.width, bottom: top + size.height };
}

/** The corner in which something of this size covers least of the cities. */
export function freeCorner(cities: readonly Point[], size: Size, screen: Size): Corner {
    const boxes = cities.map((city) => boxAt(city, CITY.width, CITY.height));
    const covered = (corner: Corner): number => {
        const own = cornerBox(corner, size, screen);
        return boxes.reduce((sum, box) => sum + overlap(own, box), 0);
    };
    return CORNERS.reduce((best, corner) => (covered(corner) < covered(best) ? corner : best));
}
