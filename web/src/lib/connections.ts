/** The connection to a table is taken up as soon as the page is there, while the code of the table is still on its way. */

import { TableConnection } from "./table.svelte";

let ahead: TableConnection | null = null;

export function callAhead(table: string): void {
    ahead = new TableConnection(table);
}

/** The connection that was taken up ahead, if it leads there; else a new one, once `first` is done. */
export function connectionTo(table: string, first: Promise<void>): TableConnection {
    const connection = ahead;
    ahead = null;
    if (connection?.table === table) return connection;
    connection?.leave();
    return new TableConnection(table, first);
}
