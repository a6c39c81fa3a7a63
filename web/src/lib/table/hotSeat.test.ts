import { expect, test } from "vitest";
import { withoutPrivateData } from "./hotSeat";
import type { Position } from "../wire";

test("nobody's money, ceiling or standing order is left when another has the device", () => {
    const players = [
        { money: 50, cities: ["essen"] },
        { money: null, cities: [] },
    ];
    const position = {
        decision: 7,
        ceiling: 21,
        staying_out: true,
        view: { round: 2, players },
    } as unknown as Position;
    expect(withoutPrivateData(position)).toEqual({
        decision: 7,
        ceiling: null,
        staying_out: null,
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
