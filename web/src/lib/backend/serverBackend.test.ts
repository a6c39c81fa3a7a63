import { afterEach, expect, test, vi } from "vitest";
import { ServerBackend } from "./serverBackend";

afterEach(() => void vi.unstubAllGlobals());

test("a request goes to the server as it is, and its answer comes back whole", async () => {
    const fetched = vi.fn(async (..._: unknown[]) => new Response("no", { status: 409 }));
    vi.stubGlobal("fetch", fetched);
    const server = new ServerBackend();
    expect(await server.request("POST", "/api/tables", "{}")).toEqual({ status: 409, text: "no" });
    await server.request("GET", "/api/bots");
    const headers = { "content-type": "application/json" };
    expect(fetched.mock.calls).toEqual([
        ["/api/tables", { method: "POST", body: "{}", headers }],
        ["/api/bots", { method: "GET" }],
    ]);
});

test("the socket of a table is at its own address", () => {
    const opened = vi.fn();
    vi.stubGlobal(
        "WebSocket",
        class {
            constructor(address: URL) {
                opened(address.href);
            }
        },
    );
    new ServerBackend().socket("a/b");
    expect(opened).toHaveBeenCalledWith(`${location.origin.replace("http", "ws")}/api/tables/a%2Fb/play`);
});
