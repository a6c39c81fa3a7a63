import { beforeEach, expect, test } from "vitest";
import { preferences } from "./preferences.svelte";

beforeEach(() => localStorage.clear());

const kept = () => JSON.parse(localStorage.getItem("kilowatt") ?? "{}") as Record<string, unknown>;

test("a choice is kept on this device at once", () => {
    preferences.palette = "distinct";
    preferences.board = "japan";
    expect(kept()).toMatchObject({ palette: "distinct", board: "japan" });
});

test("the table visited last comes first and only once", () => {
    preferences.addTable("one");
    preferences.addTable("two");
    preferences.addTable("one");
    expect(preferences.tables).toEqual(["one", "two"]);
    preferences.removeTable("one");
    expect(preferences.tables).toEqual(["two"]);
});

test("what is stored under our name but is not ours is left out", () => {
    const strange = { board: 7, tables: "all", pace: "quick", sound: null, other: [1] };
    localStorage.setItem("kilowatt", JSON.stringify(strange));
    dispatchEvent(new StorageEvent("storage", { key: "kilowatt" }));
    expect(preferences.pace).toBe("quick");
    expect(preferences.tables).toEqual([]);
    expect(preferences.board).toBe("germany");
    localStorage.setItem("kilowatt", "null");
    dispatchEvent(new StorageEvent("storage", { key: "kilowatt" }));
    expect(preferences.pace).toBe("normal");
});
