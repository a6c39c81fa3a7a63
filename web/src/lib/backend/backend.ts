/** Where the tables are: at a server, or in a worker of this browser. The page says the same to both. */

import { ServerBackend } from "./serverBackend";

/** The answer to a request, as over HTTP: from 200 to 299 it is done, otherwise the text is a `Problem`. */
export interface Answer {
    status: number;
    text: string;
}

/** A conversation with a table; of a `WebSocket` what the page needs. */
export interface TableSocket {
    onopen: (() => void) | null;
    onmessage: ((event: { data: string }) => void) | null;
    onclose: ((event: { code: number; reason: string }) => void) | null;
    send: (text: string) => void;
    close: () => void;
}

export interface Backend {
    /** Ask once; rejects if nobody could be asked. */
    request: (method: "GET" | "POST", path: string, body?: string) => Promise<Answer>;
    socket: (table: string) => TableSocket;
}

let current: Backend = new ServerBackend();

export const backend = (): Backend => current;

export function setBackend(chosen: Backend): void {
    current = chosen;
}
