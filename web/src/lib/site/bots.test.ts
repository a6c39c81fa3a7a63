import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Bots } from "./bots";
import type { FromBotWorker, ToBotWorker } from "./protocol";

class FakeWorker {
    static all: FakeWorker[] = [];
    posted: ToBotWorker[] = [];
    isTerminated = false;
    onmessage: ((event: { data: FromBotWorker }) => void) | null = null;
    onerror: (() => void) | null = null;

    constructor() {
        FakeWorker.all.push(this);
    }
    postMessage(message: ToBotWorker): void {
        this.posted.push(message);
    }
    terminate(): void {
        this.isTerminated = true;
    }
    say(data: FromBotWorker): void {
        this.onmessage?.({ data });
    }
    get questions(): string[] {
        return this.posted.flatMap((message) => (message.type === "ask" ? [message.question] : []));
    }
}

const worker = (number: number): FakeWorker => FakeWorker.all[number] as FakeWorker;
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
    FakeWorker.all = [];
    vi.useFakeTimers();
    vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

const start = (): Bots => new Bots({ folder: "http://site/python/", sizes: {} });

test("one question after the other, once the worker is ready", async () => {
    const bots = start();
    const [first, second] = [bots.ask("1", 1), bots.ask("2", 1)];
    await pass(5000);
    expect(worker(0).questions).toEqual([]);
    worker(0).say({ type: "ready" });
    await pass(0);
    expect(worker(0).questions).toEqual(["1"]);
    worker(0).say({ type: "answer", text: "one" });
    expect(await first).toBe("one");
    await pass(0);
    worker(0).say({ type: "answer", text: "two" });
    expect(await second).toBe("two");
    expect(FakeWorker.all).toHaveLength(1);
});

test("a bot that does not answer in time is ended, and the next question goes to another worker", async () => {
    const bots = start();
    worker(0).say({ type: "ready" });
    const slow = expect(bots.ask("1", 2)).rejects.toThrow("slow");
    const next = bots.ask("2", 2);
    await pass(2001);
    await slow;
    expect(worker(0).isTerminated).toBe(true);
    worker(1).say({ type: "ready" });
    await pass(0);
    worker(1).say({ type: "answer", text: "two" });
    expect(await next).toBe("two");
});

test("a worker that crashes is replaced", async () => {
    const bots = start();
    worker(0).say({ type: "ready" });
    const crash = expect(bots.ask("1", 2)).rejects.toThrow("crash");
    await pass(0);
    worker(0).onerror?.();
    await crash;
    expect(FakeWorker.all).toHaveLength(2);
});

test("files that cannot be loaded are tried again, and a question waits for them", async () => {
    const bots = start();
    const answer = bots.ask("1", 1);
    worker(0).say({ type: "failed", why: "no line" });
    await pass(2000);
    worker(1).say({ type: "ready" });
    await pass(0);
    worker(1).say({ type: "answer", text: "one" });
    expect(await answer).toBe("one");
});

test("after a minute without them the question is refused, and the next one starts over", async () => {
    const bots = start();
    const refused = expect(bots.ask("1", 1)).rejects.toThrow("crash");
    for (let number = 0; number < FakeWorker.all.length; number += 1) {
        worker(number).say({ type: "failed", why: "no line" });
        await pass(2000);
        if (number > 35) break;
    }
    await refused;
    const answer = bots.ask("2", 1);
    const last = FakeWorker.all.at(-1) as FakeWorker;
    last.say({ type: "ready" });
    await pass(0);
    last.say({ type: "answer", text: "two" });
    expect(await answer).toBe("two");
});
