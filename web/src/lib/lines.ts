/** The line to a table is taken up as soon as the page is there, while the code of the table is still on its way. */

import { TableLine } from "./table.svelte";

let ahead: TableLine | null = null;

export function callAhead(table: string): void {
    ahead = new TableLine(table);
}

/** The line that was taken up ahead, if it leads there; else a new one, once `first` is done. */
export function lineTo(table: string, first: Promise<void>): TableLine {
    const line = ahead;
    ahead = null;
    if (line?.table === table) return line;
    line?.leave();
    return new TableLine(table, first);
}
