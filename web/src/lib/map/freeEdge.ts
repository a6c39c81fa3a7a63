/** The edge of the map for a message: not where the city is that it is about. */

import { grown, overlap } from "./labelPlacement";
import type { Box, Size } from "./viewport";

export type Edge = "top" | "bottom";

/** Between the message and the edge. */
export const EDGE_RIM = 10;
/** Around a city, for its name and its glow. */
const AROUND = 16;

/** The edge at which a centred message covers least of these cities. It stays where it is unless that helps. */
export function freeEdge(now: Edge, message: Size, map: Box, cities: readonly Box[]): Edge {
    const covered = (edge: Edge): number => {
        const own = boxAtEdge(edge, message, map);
        return cities.reduce((sum, city) => sum + overlap(own, grown(city, AROUND)), 0);
    };
    const other = now === "top" ? "bottom" : "top";
    return covered(other) < covered(now) ? other : now;
}

function boxAtEdge(edge: Edge, { width, height }: Size, map: Box): Box {
    const left = (map.left + map.right - width) / 2;
    const top = edge === "top" ? map.top + EDGE_RIM : map.bottom - EDGE_RIM - height;
    return { left, top, right: left + width, bottom: top + height };
}
