import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableLine } from "./table.svelte";
import type { Entry, Said, Told } from "./wire";

/** A socket whose other end is the test. */
class Socket {
    static all: Socket[] = [];
    sent: Said[] = [];
    isClosed = false;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;

    constructor() {
        Socket.all.push(this);
    }
    send(text: string): void {
        this.sent.push(JSON.parse(text) as Said);
    }
    close(): void {
        this.isClosed = true;
    }
    tell(told: object): void {
        this.onmessage?.({ data: JSON.stringify(told) });
    }
    /** The server answers, and welcomes us. */
    welcome(): void {
        this.onopen?.();
        const told = { type: "welcome", table: {}, seats: [0], host: true, entries: [], messages: [], position: null };
        this.tell(told satisfies Partial<Record<keyof Extract<Told, { type: "welcome" }>, unknown>>);
    }
    break(code = 1006, reason = ""): void {
        this.onclose?.({ code, reason });
    }
}

const entry = { number: 0, seat: 0, kind: "play", action: null, events: [], at: 0 } as unknown as Entry;
const update = { type: "update", entries: [entry], position: null };
const open = (): Socket[] => Socket.all.filter((socket) => !socket.isClosed);

let line: TableLine;
beforeEach(async () => {
    Socket.all = [];
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    line = new TableLine("table");
    await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
    line.leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

test("what was not answered when the line broke is sent again with its key", async () => {
    Socket.all[0]?.welcome();
    void line.play(0, { do: "pass" });
    Socket.all[0]?.break();
    expect(line.line).toBe("offline");
    await vi.advanceTimersByTimeAsync(1000);
    Socket.all[1]?.welcome();
    expect(line.line).toBe("open");
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
    for (const socket of Socket.all) socket.tell(update);
    expect(line.entries).toEqual([entry]);
});

test("nothing is sent while a seat that was just taken is being made known", () => {
    Socket.all[0]?.welcome();
    line.comeAgain();
    void line.play(0, { do: "pass" });
    expect(Socket.all[1]?.sent).toEqual([]);
    Socket.all[1]?.welcome();
    expect(Socket.all[1]?.sent.map((said) => said.type)).toEqual(["hello", "play"]);
});

test("a line that answers no ping is given up and taken up anew", async () => {
    Socket.all[0]?.welcome();
    await vi.advanceTimersByTimeAsync(20_000);
    Socket.all[0]?.tell({ type: "pong" });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(line.line).toBe("open");
    await vi.advanceTimersByTimeAsync(20_000);
    expect([line.line, Socket.all[0]?.isClosed]).toEqual(["offline", true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(open()).toHaveLength(1);
});

test("a table that was left or is closed to us is not called again", async () => {
    Socket.all[0]?.welcome();
    Socket.all[0]?.break(1008, "no-such-table");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([line.line, Socket.all.length]).toEqual(["closed", 1]);
    line.leave();
    line.comeAgain();
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all).toHaveLength(1);
});
