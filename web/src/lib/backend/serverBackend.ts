/** The tables of the server that this page comes from. */

import type { Answer, Backend, TableSocket } from "./backend";

export class ServerBackend implements Backend {
    async request(method: "GET" | "POST", path: string, body?: string): Promise<Answer> {
        const init =
            body === undefined ? { method } : { method, body, headers: { "content-type": "application/json" } };
        const answer = await fetch(path, init);
        return { status: answer.status, text: await answer.text() };
    }

    socket(table: string): TableSocket {
        const address = new URL(`/api/tables/${encodeURIComponent(table)}/play`, location.href);
        address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
        // Its handlers are given more than ours ask for, which TypeScript cannot know of a property that is only written.
        return new WebSocket(address) as unknown as TableSocket;
    }
}
