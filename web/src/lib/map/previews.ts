/** Boards as a few strokes, small enough to show all of them on the first screen. */

import previews from "../../previews.json";
import type { BoardMap } from "./boardMaps";

export interface Preview {
    width: number;
    height: number;
    land: string;
    /** All connections. */
    roads: string;
    /** A point for each city, as strokes without length. */
    lights: string;
}

/** Of the boards that this page was built with, in the order of the server's list. */
export const BUILT_PREVIEWS: Readonly<Partial<Record<string, Preview>>> = previews;
export const BUILT_BOARDS: readonly { key: string }[] = Object.keys(previews).map((key) => ({ key }));

/** Any other board, small. */
export function previewOf({ width, height, land, connections, cities }: BoardMap): Preview {
    return {
        width,
        height,
        land,
        roads: connections.map(({ path }) => path).join(""),
        lights: cities.map(({ x, y }) => `M${x} ${y}h0`).join(""),
    };
}
