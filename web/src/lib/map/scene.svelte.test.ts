import { flushSync } from "svelte";
import { expect, test } from "vitest";
import germany from "../../boards/germany.json";
import { MapScene, type SceneInput } from "./scene.svelte";
import type { BoardMap } from "./boardMaps";
import type { View } from "../wire";

const map = germany as unknown as BoardMap;
const [first, second, third] = map.regions.map((region) => region.id);

function viewOf(regions: (string | undefined)[], cities: string[] = []): View {
    return { phase: 4, regions, players: [{ cities }] } as unknown as View;
}

test("what is in play is found again when the regions change, not with every view", () => {
    let view = $state.raw(viewOf([first, second]));
    const scene = new MapScene(() => ({ map, view, offers: [], houses: [], canPick: false }) as unknown as SceneInput);
    let found = 0;
    let crowds = 0;
    const stop = $effect.root(() => {
        $effect(() => {
            found += scene.playing.cities.length > 0 ? 1 : 0;
        });
        $effect(() => {
            crowds += scene.crowd === "" ? 0 : 1;
        });
    });
    flushSync();
    expect([found, crowds]).toEqual([1, 1]);

    view = viewOf([first, second]);
    flushSync();
    expect([found, crowds]).toEqual([1, 1]);

    view = viewOf([first, second], [scene.playing.cities[0]?.id ?? ""]); // a house
    flushSync();
    expect([found, crowds]).toEqual([1, 2]);

    view = viewOf([first, second, third]);
    flushSync();
    expect([found, crowds]).toEqual([2, 3]);
    stop();
});
