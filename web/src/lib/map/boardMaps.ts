/**
 * The boards' geometry, loaded when a board is first shown. Everything is in the units of the board's own frame.
 *
 * Names are those of the data: `placeNames.ts` has those of the language.
 */

export interface MapCity {
    id: string;
    name: string;
    region: string;
    x: number;
    y: number;
    /** Where its name stands if the map is drawn at its own size: the baseline. */
    label: { x: number; y: number; anchor: "start" | "middle" | "end" };
    /** Price and step of each slot, where they are not the usual three. */
    slots?: [number, number][];
    /** A network may begin here (R9.7). */
    start?: boolean;
}

export interface MapRegion {
    id: string;
    name: string;
    lines: string[];
    path: string;
    label: [number, number];
}

export interface MapRoad {
    a: string;
    b: string;
    cost: number;
    path: string;
    /** The middle of its price if the map is drawn at its own size. */
    pill: [number, number];
}

export interface BoardMap {
    key: string;
    name: string;
    width: number;
    height: number;
    /** How far the land is drawn beyond the frame: left, top, right, bottom. */
    bleed: [number, number, number, number];
    land: string;
    neighbours: string;
    water: string;
    regions: MapRegion[];
    cities: MapCity[];
    connections: MapRoad[];
}

const FILES = import.meta.glob<BoardMap>("../../boards/*.json", { import: "default" });

/** The map of a board; null for a board of another package, which has none. */
export async function loadMap(board: string): Promise<BoardMap | null> {
    const load = FILES[`../../boards/${board}.json`];
    return load === undefined ? null : await load();
}
