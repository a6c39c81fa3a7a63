/** Several people at one device: what only one of them may see. */

import type { Position } from "../wire";

/** The position without anybody's money, ceiling and standing order. */
export function withoutPrivateData(position: Position): Position {
    const players = position.view.players.map((player) => ({ ...player, money: null }));
    return { ...position, view: { ...position.view, players }, ceiling: null, staying_out: null };
}
