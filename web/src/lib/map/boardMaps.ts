/**
 * The maps of the boards, loaded when a board is first shown. Everything is in the units of the board's own frame.
 *
 * Names are those of the data: `placeNames.ts` has those of the language.
 */

import { api } from "../api";
import type { BoardMap } from "../wire";
import { boardNames } from "./boardNames";

export type { BoardMap, MapCity, MapRegion, MapRoad } from "../wire";

const FILES = import.meta.glob<BoardMap>("../../boards/*.json", { import: "default" });
const fromServer = new Map<string, Promise<BoardMap | null>>();

/** The map of a board. One that this page was not built with is drawn by the server; null if that fails. */
export async function loadMap(board: string): Promise<BoardMap | null> {
    const load = FILES[`../../boards/${board}.json`];
    return load === undefined ? await askServer(board) : await load();
}

function askServer(board: string): Promise<BoardMap | null> {
    let asked = fromServer.get(board);
    if (asked === undefined) {
        asked = api.map(board).then(
            (map) => {
                boardNames.set(map.key, map.name);
                return map;
            },
            () => {
                fromServer.delete(board); // asked again when the board is next shown
                return null;
            },
        );
        fromServer.set(board, asked);
    }
    return asked;
}
