/** The tables of this device, as the start page lists them. */

import type { Seated } from "../wire";

export const isMyTurn = ({ seats, up }: Seated): boolean => up !== null && seats.includes(up);

const rank = (table: Seated): number => (isMyTurn(table) ? 0 : table.table.status === "finished" ? 2 : 1);

/** Where somebody waits for us first, then what goes on, then what is over. */
export function inOrder(tables: readonly Seated[]): Seated[] {
    return tables.toSorted((a, b) => rank(a) - rank(b));
}
