/** Connect to a table as soon as the page is loaded, while the code of the table screen is still loading. */

import { TableConnection } from "./table.svelte";

let ahead: TableConnection | null = null;

export function callAhead(table: string): void {
    ahead = new TableConnection(table);
}

/** The connection opened ahead, if it is to this table; else a new one, once `first` is done. */
export function connectionTo(table: string, first: Promise<void>): TableConnection {
    const connection = ahead;
    ahead = null;
    if (connection?.table === table) return connection;
    connection?.leave();
    return new TableConnection(table, first);
}
