import { expect, test } from "vitest";
import type { Me } from "../wire";
import { guidedGame, LEVELS, quickGame } from "./presets";

const ANN: Me = { who: "me", nickname: "Ann", look: 4 };

test("a quick game has as many seats as players on every level", () => {
    for (const level of LEVELS) {
        const game = quickGame("japan", level, ANN);
        expect(game.agreed.board).toBe("japan");
        expect(game.seats).toHaveLength(game.agreed.players);
        expect(game.seats?.filter((seat) => seat.who === "me")).toEqual([ANN]);
    }
});

test("the guided game is short and allows hints", () => {
    expect(guidedGame(ANN).agreed).toMatchObject({ players: 3, first_game: true, hints: true });
    expect(guidedGame(ANN).seats).toHaveLength(3);
});
