/** The table worker: `kilowatt.browser.table_worker` behind messages, and the workers for bots and the analysis. */

import { Bots } from "./bots";
import { startPython, why } from "./python";
import type { FromTableWorker, PythonFiles, ToReviewWorker, ToTableWorker } from "./protocol";
import { TableStore } from "./tableStore";

interface Tables {
    request: (method: string, path: string, body: string) => Promise<string>;
    open_socket: (socket: number, table: string) => void;
    receive: (socket: number, text: string) => void;
    close_socket: (socket: number) => void;
    notice: (table: string) => void;
    reviewed: (line: string) => void;
}

interface TableModule {
    start: {
        callKwargs: (store: TableStore | undefined, page: object, options: { is_alone: boolean }) => Tables;
    };
}

const MODULE = "kilowatt.browser.table_worker";
const post = (message: FromTableWorker): void => postMessage(message);
const others = new BroadcastChannel("kilowatt");

let tables: Promise<Tables>;
let reviewer: Worker | null = null;

addEventListener("message", ({ data }: MessageEvent<ToTableWorker>) => {
    if (data.type === "start") {
        tables = start(data);
        tables.catch((error: unknown) => post({ type: "failed", why: why(error) }));
    } else void tables.then((found) => carryOut(found, data)).catch(() => undefined);
});

async function start({ python: files, isFirstVisit, lock }: ToTableWorker & { type: "start" }): Promise<Tables> {
    await hold(lock);
    post({ type: "locked" });
    const bots = new Bots(files);
    const [python, store, isAlone] = await Promise.all([
        startPython(files, MODULE, (share) => post({ type: "loading", share }), isFirstVisit),
        TableStore.open(),
        hold("kilowatt tables"),
    ]);
    const page = {
        send: (socket: number, text: string) => post({ type: "message", socket, text }),
        close: (socket: number, code: number, reason: string) => post({ type: "closed", socket, code, reason }),
        changed: (table: string) => others.postMessage(table),
        askBot: (question: string, seconds: number) => bots.ask(question, seconds),
        review: (task: string) => startReview(files, task),
        stopReview: () => reviewer?.terminate(),
    };
    const module = python.pyimport(MODULE) as TableModule;
    const found = module.start.callKwargs(store ?? undefined, page, { is_alone: isAlone });
    others.onmessage = ({ data }: MessageEvent<string>) => found.notice(data);
    post({ type: "ready", isKept: store !== null });
    return found;
}

async function carryOut(found: Tables, message: Exclude<ToTableWorker, { type: "start" }>): Promise<void> {
    switch (message.type) {
        case "request": {
            const answer = await found.request(message.method, message.path, message.body);
            const end = answer.indexOf("\n");
            const status = Number(answer.slice(0, end));
            post({ type: "answer", id: message.id, status, text: answer.slice(end + 1) });
            break;
        }
        case "open":
            found.open_socket(message.socket, message.table);
            break;
        case "send":
            found.receive(message.socket, message.text);
            break;
        case "close":
            found.close_socket(message.socket);
    }
}

function startReview(python: PythonFiles, task: string): void {
    reviewer?.terminate();
    const worker = new Worker(new URL("./reviewWorker.ts", import.meta.url), { type: "module" });
    reviewer = worker;
    const tell = (line: string): void => {
        if (reviewer === worker) void tables.then((found) => found.reviewed(line));
    };
    worker.onmessage = ({ data }: MessageEvent<string>) => tell(data);
    worker.onerror = () => tell("");
    worker.postMessage({ python, task } satisfies ToReviewWorker);
}

/**
 * Hold a lock as long as this worker lives, unless somebody else does; returns whether it was free. Where there are no
 * locks, nobody else is known: pages without https have none, and a browser that may store nothing denies them.
 */
async function hold(name: string): Promise<boolean> {
    if (!("locks" in navigator)) return true;
    return await new Promise((resolve) => {
        const held = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            return lock === null ? undefined : new Promise<never>(() => undefined);
        });
        held.catch(() => resolve(true));
    });
}
