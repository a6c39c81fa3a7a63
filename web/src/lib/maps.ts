/** The boards' geometry, loaded when a board is first shown. */

export interface MapCity {
    id: string;
    name: string;
    region: string;
    x: number;
    y: number;
    label: { x: number; y: number; anchor: "start" | "middle" | "end" };
}

export interface BoardMap {
    key: string;
    name: string;
    width: number;
    height: number;
    land: string;
    neighbours: string;
    water: string;
    regions: { id: string; name: string; path: string; label: [number, number] }[];
    cities: MapCity[];
    connections: { a: string; b: string; cost: number; path: string; pill: [number, number] }[];
}

const FILES = import.meta.glob<BoardMap>("../boards/*.json", { import: "default" });

/** The map of a board; null for a board of another package, which has none. */
export async function loadMap(board: string): Promise<BoardMap | null> {
    const load = FILES[`../boards/${board}.json`];
    return load === undefined ? null : await load();
}
