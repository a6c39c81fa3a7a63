/** Connect to a table as soon as the page is loaded, while the code of the table screen is still loading. */

import { TableConnection } from "./connection.svelte";

let early: TableConnection | null = null;

export function preconnect(table: string): void {
    early = new TableConnection(table);
}

/** The connection opened early, if it is to this table; else a new one, once `first` is done. */
export function connectionTo(table: string, first: Promise<void>): TableConnection {
    const connection = early;
    early = null;
    if (connection?.table === table) return connection;
    connection?.leave();
    return new TableConnection(table, first);
}
