import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableConnection } from "./connection.svelte";
import type { Entry, ClientMessage, ServerMessage } from "../wire";

/** A socket whose other end is the test. */
class Socket {
    static all: Socket[] = [];
    sent: ClientMessage[] = [];
    isClosed = false;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;

    constructor() {
        Socket.all.push(this);
    }
    send(text: string): void {
        this.sent.push(JSON.parse(text) as ClientMessage);
    }
    close(): void {
        this.isClosed = true;
    }
    receive(message: object): void {
        this.onmessage?.({ data: JSON.stringify(message) });
    }
    /** The server answers, and welcomes us. */
    welcome(): void {
        this.onopen?.();
        const message = {
            type: "welcome",
            table: {},
            seats: [0],
            host: true,
            entries: [],
            messages: [],
            position: null,
        };
        this.receive(message satisfies Partial<Record<keyof Extract<ServerMessage, { type: "welcome" }>, unknown>>);
    }
    break(code = 1006, reason = ""): void {
        this.onclose?.({ code, reason });
    }
}

const entry = { number: 0, seat: 0, kind: "play", action: null, events: [], at: 0 } as unknown as Entry;
const update = { type: "update", entries: [entry], position: { decision: 1, seconds: null } };
const open = (): Socket[] => Socket.all.filter((socket) => !socket.isClosed);

let connection: TableConnection;
beforeEach(async () => {
    Socket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    connection = new TableConnection("table");
    await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
    connection.leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

test("what was not answered when the connection broke is sent again with its key", async () => {
    Socket.all[0]?.welcome();
    void connection.play(0, { do: "pass" });
    Socket.all[0]?.break();
    expect(connection.status).toBe("offline");
    await vi.advanceTimersByTimeAsync(1000);
    Socket.all[1]?.welcome();
    expect(connection.status).toBe("open");
    expect(Socket.all[1]?.sent.at(-1)).toEqual(Socket.all[0]?.sent.at(-1));
});

test("a network that comes back while we call makes no second line", async () => {
    Socket.all[0]?.welcome();
    Socket.all[0]?.break();
    await vi.advanceTimersByTimeAsync(1000);
    expect(Socket.all).toHaveLength(2);
    dispatchEvent(new Event("online"));
    expect(open()).toHaveLength(1);
    for (const socket of Socket.all) socket.welcome();
    for (const socket of Socket.all) socket.receive(update);
    expect(connection.entries).toEqual([entry]);
});

test("what comes before the welcome is shown with it, once, though the connection breaks in between", async () => {
    const [first, second] = [entry, { ...entry, number: 1 }];
    Socket.all[0]?.receive({ type: "history", entries: [first] });
    expect(connection.entries).toEqual([]);
    Socket.all[0]?.break();
    await vi.advanceTimersByTimeAsync(1000);
    Socket.all[1]?.receive({ type: "history", entries: [first] });
    Socket.all[1]?.receive({ type: "history", entries: [second] });
    Socket.all[1]?.welcome();
    expect(Socket.all[1]?.sent[0]).toMatchObject({ type: "hello", seen: 0 });
    expect(connection.entries).toEqual([first, second]);
});

test("nothing is sent while a seat that was just taken is being made known", () => {
    Socket.all[0]?.welcome();
    connection.reconnect();
    void connection.play(0, { do: "pass" });
    expect(Socket.all[1]?.sent).toEqual([]);
    Socket.all[1]?.welcome();
    expect(Socket.all[1]?.sent.map((message) => message.type)).toEqual(["hello", "play"]);
});

test("a connection that answers no ping is dropped and opened again", async () => {
    Socket.all[0]?.welcome();
    await vi.advanceTimersByTimeAsync(20_000);
    Socket.all[0]?.receive({ type: "pong" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connection.status).toBe("open");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([connection.status, Socket.all[0]?.isClosed]).toEqual(["offline", true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(open()).toHaveLength(1);
});

test("a table that was left or is closed to us is not called again", async () => {
    Socket.all[0]?.welcome();
    Socket.all[0]?.break(1008, "no-such-table");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([connection.status, Socket.all.length]).toEqual(["closed", 1]);
    connection.leave();
    connection.reconnect();
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all).toHaveLength(1);
});
