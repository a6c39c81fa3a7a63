import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromTableWorker, ToTableWorker } from "./protocol";
import { python } from "./pythonState.svelte";
import { SiteBackend } from "./siteBackend";

class FakeWorker {
    static all: FakeWorker[] = [];
    posted: ToTableWorker[] = [];
    isTerminated = false;
    onmessage: ((event: { data: FromTableWorker }) => void) | null = null;
    onerror: ((event: { message: string }) => void) | null = null;

    constructor() {
        FakeWorker.all.push(this);
    }
    postMessage(message: ToTableWorker): void {
        this.posted.push(message);
    }
    terminate(): void {
        this.isTerminated = true;
    }
    say(data: FromTableWorker): void {
        this.onmessage?.({ data });
    }
    /** What was posted after the start. */
    get asked(): ToTableWorker[] {
        return this.posted.slice(1);
    }
}

const newest = (): FakeWorker => FakeWorker.all.at(-1) as FakeWorker;
const READY: FromTableWorker = { type: "ready", isKept: true };

/** The lock of each worker: calling it is the worker's death. */
let deaths: (() => void)[];

beforeEach(() => {
    FakeWorker.all = [];
    deaths = [];
    vi.stubGlobal("Worker", FakeWorker);
    vi.stubGlobal("navigator", {
        locks: {
            request: (_: string, act: () => void) =>
                new Promise<void>((resolve) => deaths.push(() => (act(), resolve()))),
        },
    });
});
afterEach(() => void vi.unstubAllGlobals());

const start = (): SiteBackend => new SiteBackend({ folder: "http://site/python/", sizes: {} });

test("what is asked before Python is there waits for it, in order", async () => {
    const backend = start();
    const answer = backend.request("POST", "/api/tables", "{}");
    const socket = backend.socket("abc");
    socket.send("hello");
    expect(newest().asked).toEqual([]);
    expect(python.isReady).toBe(false);
    newest().say(READY);
    expect(python.isReady).toBe(true);
    expect(newest().asked.map(({ type }) => type)).toEqual(["request", "open", "send"]);
    newest().say({ type: "answer", id: 1, status: 409, text: "no" });
    expect(await answer).toMatchObject({ status: 409, text: "no" });
});

test("a socket opens, hears its own messages, and closes", async () => {
    const backend = start();
    newest().say(READY);
    const [one, other] = [backend.socket("abc"), backend.socket("def")];
    const opened = vi.fn();
    one.onopen = opened;
    const [heard, alien, closed] = [vi.fn(), vi.fn(), vi.fn()];
    one.onmessage = heard;
    other.onmessage = alien;
    other.onclose = closed;
    await Promise.resolve();
    expect(opened).toHaveBeenCalledOnce();
    newest().say({ type: "message", socket: 1, text: "welcome" });
    expect(heard).toHaveBeenCalledWith({ data: "welcome" });
    expect(alien).not.toHaveBeenCalled();
    newest().say({ type: "closed", socket: 2, code: 1008, reason: "no-such-table" });
    expect(closed).toHaveBeenCalledWith({ code: 1008, reason: "no-such-table" });
    one.close();
    newest().say({ type: "message", socket: 1, text: "too late" });
    expect(heard).toHaveBeenCalledOnce();
});

test("a worker that dies is replaced: sockets are to connect again, requests fail, unsent ones are kept", async () => {
    const backend = start();
    newest().say({ type: "locked" });
    newest().say(READY);
    const lost = backend.request("POST", "/api/tables", "{}");
    const closed = vi.fn();
    backend.socket("abc").onclose = closed;
    deaths[0]?.();
    await vi.waitFor(() => expect(FakeWorker.all).toHaveLength(2));
    expect(closed).toHaveBeenCalledWith({ code: 1006, reason: "" });
    expect((await lost).status).toBe(503);
    expect(python.isReady).toBe(false);
    const kept = backend.request("GET", "/api/tables/abc");
    newest().say(READY);
    expect(newest().asked).toEqual([{ type: "request", id: 3, method: "GET", path: "/api/tables/abc", body: "" }]);
    newest().say({ type: "answer", id: 3, status: 200, text: "{}" });
    expect((await kept).status).toBe(200);
});

test("a worker that does not answer is replaced when the page connects again", () => {
    vi.useFakeTimers();
    const backend = start();
    newest().say(READY);
    backend.socket("abc").send("ping");
    vi.advanceTimersByTime(20_000);
    backend.socket("abc");
    expect(FakeWorker.all).toHaveLength(2);
    expect(FakeWorker.all[0]?.isTerminated).toBe(true);
    vi.useRealTimers();
});

test("Python that cannot be loaded is a problem until it is started again; requests wait for that", async () => {
    const backend = start();
    newest().say({ type: "loading", share: 0.5 });
    expect(python.share).toBe(0.5);
    const waiting = backend.request("GET", "/api/tables/abc");
    newest().say({ type: "failed", why: "no line" });
    expect(python.problem).toBe("no line");
    python.startAgain();
    expect(python).toMatchObject({ problem: null, share: 0 });
    newest().say(READY);
    newest().say({ type: "answer", id: 1, status: 200, text: "{}" });
    expect((await waiting).status).toBe(200);
});

test("the start screen's data are files, and nobody waits for Python", async () => {
    const fetched = vi.fn(async () => new Response("[]"));
    vi.stubGlobal("fetch", fetched);
    expect(await start().request("GET", "/api/boards")).toEqual({ status: 200, text: "[]" });
    expect(fetched).toHaveBeenCalledWith("api/boards.json");
});
