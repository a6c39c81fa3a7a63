import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "../api";
import type { BoardMap } from "../wire";
import { loadMap } from "./boardMaps";
import { boardNames } from "./boardNames";
import { BUILT_BOARDS, BUILT_PREVIEWS, previewOf } from "./previews";

const ATLANTIS: BoardMap = {
    key: "atlantis",
    name: "Atlantis",
    width: 300,
    height: 200,
    bleed: [0, 0, 300, 200],
    neighbours: "",
    water: "",
    land: "M0 0L300 0L300 200Z",
    regions: [],
    cities: [
        { id: "a", name: "A", region: "r", x: 10, y: 20, label: { x: 10, y: 30, anchor: "middle" } },
        { id: "b", name: "B", region: "r", x: 90, y: 20, label: { x: 90, y: 30, anchor: "middle" } },
    ],
    connections: [{ a: "a", b: "b", cost: 3, path: "M10 20L90 20", pill: [50, 20] }],
};

afterEach(() => vi.restoreAllMocks());

describe("the map of a board", () => {
    it("that the page was built with is in a file", async () => {
        const asked = vi.spyOn(api, "map");
        for (const { key } of BUILT_BOARDS) expect((await loadMap(key))?.key).toBe(key);
        expect(asked).not.toHaveBeenCalled();
    });

    it("of another package is drawn by the server, once, and brings its name; it is asked again after a failure", async () => {
        const asked = vi.spyOn(api, "map").mockRejectedValueOnce(new Error("offline")).mockResolvedValue(ATLANTIS);
        expect(await loadMap("atlantis")).toBeNull();
        expect(boardNames.has("atlantis")).toBe(false);
        expect(await loadMap("atlantis")).toBe(ATLANTIS);
        expect(await loadMap("atlantis")).toBe(ATLANTIS);
        expect(asked).toHaveBeenCalledTimes(2);
        expect(boardNames.get("atlantis")).toBe("Atlantis");
    });
});

describe("a preview", () => {
    it("is there for every board that the page was built with", () => {
        expect(BUILT_BOARDS.map(({ key }) => key)).toEqual(Object.keys(BUILT_PREVIEWS));
        expect(BUILT_BOARDS[0]?.key).toBe("germany");
    });

    it("of any other board is made from its map", () => {
        expect(previewOf(ATLANTIS)).toEqual({
            width: 300,
            height: 200,
            land: ATLANTIS.land,
            roads: "M10 20L90 20",
            lights: "M10 20h0M90 20h0",
        });
    });
});
