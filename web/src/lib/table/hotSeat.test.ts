import { expect, test } from "vitest";
import { withoutPrivateData } from "./hotSeat";
import type { Position } from "../wire";

test("nobody's money and no ceiling is left when another has the device", () => {
    const players = [
        { money: 50, cities: ["essen"] },
        { money: null, cities: [] },
    ];
    const position = { decision: 7, ceiling: 21, view: { round: 2, players } } as unknown as Position;
    expect(withoutPrivateData(position)).toEqual({
        decision: 7,
        ceiling: null,
        view: {
            round: 2,
            players: [
                { money: null, cities: ["essen"] },
                { money: null, cities: [] },
            ],
        },
    });
    expect(position.view.players[0]?.money).toBe(50);
});
