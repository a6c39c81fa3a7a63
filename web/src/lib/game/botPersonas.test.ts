import { expect, test } from "vitest";
import type { SeatInfo } from "../wire";
import { KINDS, OTHERS, personaAt, personaOf } from "./botPersonas";

const SEATS = [0, 1, 2, 3, 4, 5];
const TABLES = ["a", "b", "Xk3", "q-9_Zt", "lobby"];
const LISTS = [...Object.values(KINDS), OTHERS];

test("no name is used twice, in either alphabet, and none is long", () => {
    for (const letters of [0, 1] as const) {
        const names = LISTS.flatMap((kind) => kind.names.map((name) => name[letters]));
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(letters === 0 ? /^[A-Z][a-z]{2,6}$/ : /^[А-Я][а-я]{2,6}$/);
    }
});

test("six bots of one kind at a table have six names and six faces, and keep them", () => {
    for (const kind of [...Object.keys(KINDS), "somebody-else"]) {
        for (const table of TABLES) {
            const found = SEATS.map((seat) => personaOf(kind, table, seat));
            expect(new Set(found.map(({ name }) => name)).size).toBe(6);
            expect(new Set(found.map(({ face }) => face.top)).size).toBe(6);
            expect(SEATS.map((seat) => personaOf(kind, table, seat))).toEqual(found);
        }
    }
});

test("other tables have other bots", () => {
    expect(new Set(TABLES.map((table) => personaOf("steady", table, 1).name)).size).toBeGreaterThan(1);
});

test("only a bot that has a seat to itself is somebody", () => {
    const seat: SeatInfo = {
        seat: 1,
        colour: "blue",
        look: 1,
        nickname: "Steady",
        bot: "steady",
        held: false,
        muted: false,
        here: false,
    };
    expect(personaAt("t", seat)).toEqual(personaOf("steady", "t", 1));
    expect(personaAt("t", { ...seat, nickname: "Deep Grid", bot: "deep-grid" })).toEqual(
        personaOf("deep-grid", "t", 1),
    );
    for (const person of [{ nickname: "Anna" }, { held: true }, { bot: null }, { nickname: null, bot: null }]) {
        expect(personaAt("t", { ...seat, ...person })).toBeNull();
    }
});
