import { expect, test } from "vitest";
import { guidedGame, LEVELS, quickGame } from "./presets";

test("a quick game has as many seats as players on every level", () => {
    for (const level of LEVELS) {
        const game = quickGame("japan", level, "Ann");
        expect(game.agreed.board).toBe("japan");
        expect(game.seats).toHaveLength(game.agreed.players);
        expect(game.seats?.filter((seat) => seat.who === "me")).toHaveLength(1);
    }
});

test("the guided game is short and allows hints", () => {
    expect(guidedGame("Ann").agreed).toMatchObject({ players: 3, first_game: true, hints: true });
    expect(guidedGame("Ann").seats).toHaveLength(3);
});
