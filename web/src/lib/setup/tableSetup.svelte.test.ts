import { expect, test } from "vitest";
import { preferences } from "../app/preferences.svelte";
import { Setup } from "./tableSetup.svelte";
import type { BoardInfo } from "../wire";

const BOARD: BoardInfo = {
    key: "tiny",
    name: "Tiny",
    regions: { a: "A", b: "B", c: "C" },
    cities: {},
    rules: [],
    tips: [],
    options: {},
    regions_in_play: { "2": 2, "3": 2, "4": 2 },
    region_sets: [
        ["a", "b"],
        ["b", "c"],
    ],
};

test("two at one device sit beside two bots and have two names", () => {
    const setup = new Setup("japan", 2);
    const { agreed, seats } = setup.table;
    expect(agreed.board).toBe("japan");
    expect(seats?.map((seat) => seat.who)).toEqual(["me", "me", "bot", "bot"]);
    const names = setup.seats.slice(0, 2).map((seat) => seat.nickname);
    expect(new Set(names).size).toBe(2);
});

test("as many seats are asked for as there are players", () => {
    const setup = new Setup("germany", 1);
    setup.count(6);
    expect(setup.table.agreed.players).toBe(6);
    expect(setup.table.seats).toHaveLength(6);
    setup.count(2);
    setup.give(1, "anybody");
    expect(setup.hasFreeSeats).toBe(true);
    expect(setup.table.seats?.[1]).toEqual({ who: "anybody" });
});

test("a person who takes a bot's place here gets a name of their own", () => {
    const setup = new Setup("germany", 1);
    setup.give(2, "me");
    expect(setup.seats[2]?.nickname).not.toBe("");
    expect(setup.seats[2]?.nickname).not.toBe(setup.seats[0]?.nickname);
});

test("everybody looks different, and people come first", () => {
    preferences.look = 2;
    const setup = new Setup("germany", 2);
    expect(setup.looks).toEqual([2, 1, 0, 3]);
    setup.seats[1]!.look = 3;
    expect(setup.looks).toEqual([2, 3, 0, 1]);
    expect(setup.takenBeside(0)).toEqual([3]);
    expect(setup.table.seats?.slice(0, 2)).toMatchObject([{ look: 2 }, { look: 3 }]);
    setup.give(1, "novice");
    expect(setup.looks).toEqual([2, 1, 0, 3]);
    expect(setup.takenBeside(0)).toEqual([]);
});

test("named regions have to be as many as the server says and on its list", () => {
    const setup = new Setup("tiny", 1);
    expect(setup.regionProblem(BOARD)).toBeNull();
    setup.regions = "named";
    setup.toggleRegion("a");
    expect(setup.regionProblem(BOARD)).toBe("number");
    setup.toggleRegion("c");
    expect(setup.regionProblem(BOARD)).toBe("set");
    setup.toggleRegion("a");
    setup.toggleRegion("b");
    expect(setup.regionProblem(BOARD)).toBeNull();
    expect(setup.table.agreed.regions).toEqual(["c", "b"]);
});

test("another board forgets what only the last one offers", () => {
    const setup = new Setup("russia", 1);
    setup.boardOptions = { first_pass: "anyone" };
    setup.named = ["west"];
    setup.choose("italy");
    expect(setup.table.agreed).toMatchObject({ board: "italy", board_options: {} });
    expect(setup.named).toEqual([]);
});
