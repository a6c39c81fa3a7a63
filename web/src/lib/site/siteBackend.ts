/** The tables of this browser: a worker that answers as a server does. If it dies, another one goes on. */

import type { Answer, Backend, TableSocket } from "../backend/backend";
import type { FromTableWorker, PythonFiles, ToTableWorker } from "./protocol";
import { python } from "./pythonState.svelte";

/** What the start screen needs before Python is there, written when the site was made. */
const FILES: Record<string, string> = { "/api/boards": "api/boards.json", "/api/bots": "api/bots.json" };

const TROUBLE: Answer = {
    status: 503,
    text: JSON.stringify({ code: "trouble", sentence: "The table has been started again. Please try once more." }),
};

/** A worker that has not answered for this long is replaced when the page connects again. */
const PATIENCE_MS = 15_000;
const ABNORMAL = 1006;

export class SiteBackend implements Backend {
    readonly #python: PythonFiles;
    #worker: Worker | null = null;
    #isReady = false;
    #waiting: ToTableWorker[] = [];
    #requests = new Map<number, (answer: Answer) => void>();
    #sockets = new Map<number, SiteSocket>();
    #next = 0;
    #askedAt: number | null = null;

    constructor(files: PythonFiles) {
        this.#python = files;
        python.startAgain = () => this.start();
        this.start();
    }

    async request(method: "GET" | "POST", path: string, body = ""): Promise<Answer> {
        const file = method === "GET" ? FILES[path] : undefined;
        if (file !== undefined) {
            const response = await fetch(file);
            return { status: response.status, text: await response.text() };
        }
        return await new Promise((resolve) => {
            const id = (this.#next += 1);
            this.#requests.set(id, resolve);
            this.#post({ type: "request", id, method, path, body });
        });
    }

    socket(table: string): TableSocket {
        if (this.#askedAt !== null && Date.now() - this.#askedAt > PATIENCE_MS) this.start();
        const id = (this.#next += 1);
        const socket = new SiteSocket((message) => {
            if (message.type === "close") this.#sockets.delete(id);
            this.#post({ ...message, socket: id });
        });
        this.#sockets.set(id, socket);
        this.#post({ type: "open", socket: id, table });
        queueMicrotask(() => socket.onopen?.());
        return socket;
    }

    /** Start a worker, instead of the one before. */
    start(): void {
        this.#worker?.terminate();
        this.#giveUp();
        python.isReady = false;
        python.share = 0;
        python.problem = null;
        const worker = new Worker(new URL("./tableWorker.ts", import.meta.url), { type: "module" });
        this.#worker = worker;
        const lock = `kilowatt table worker ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
        worker.onmessage = ({ data }: MessageEvent<FromTableWorker>) => this.#receive(data, worker, lock);
        worker.onerror = (event) => this.#fail(event.message ?? "");
        const isFirstVisit = !("serviceWorker" in navigator) || navigator.serviceWorker.controller === null;
        worker.postMessage({ type: "start", python: this.#python, isFirstVisit, lock } satisfies ToTableWorker);
    }

    #post(message: ToTableWorker): void {
        if (!this.#isReady) {
            this.#waiting.push(message);
            return;
        }
        this.#askedAt ??= Date.now();
        this.#worker?.postMessage(message);
    }

    #receive(message: FromTableWorker, worker: Worker, lock: string): void {
        this.#askedAt = null;
        switch (message.type) {
            case "locked":
                void this.#restartAfter(worker, lock);
                break;
            case "loading":
                python.share = message.share;
                break;
            case "ready": {
                python.isKept = message.isKept;
                python.isReady = this.#isReady = true;
                const waiting = this.#waiting;
                this.#waiting = [];
                for (const each of waiting) this.#post(each);
                break;
            }
            case "failed":
                this.#fail(message.why);
                break;
            case "answer":
                this.#requests.get(message.id)?.(message);
                this.#requests.delete(message.id);
                break;
            case "message":
                this.#sockets.get(message.socket)?.onmessage?.({ data: message.text });
                break;
            case "closed":
                this.#close(message.socket, message.code, message.reason);
        }
    }

    /** The worker holds the lock as long as it lives: whoever is given it next knows that the worker is dead. */
    async #restartAfter(worker: Worker, lock: string): Promise<void> {
        if (!("locks" in navigator)) return;
        try {
            await navigator.locks.request(lock, () => undefined);
        } catch {
            return; // this browser denies locks: a dead worker is noticed when it does not answer
        }
        if (this.#worker === worker) this.start();
    }

    #fail(why: string): void {
        this.#worker?.terminate();
        this.#worker = null;
        this.#giveUp();
        python.problem = why === "" ? "Python could not be loaded." : why;
    }

    /** What was asked of a worker that is gone: sockets connect again and repeat it, other requests fail. */
    #giveUp(): void {
        const wasAsked = this.#isReady;
        this.#isReady = false;
        this.#askedAt = null;
        const unsent = new Set(this.#waiting.flatMap((each) => (each.type === "request" ? [each.id] : [])));
        this.#waiting = this.#waiting.filter((each) => each.type === "request");
        for (const socket of [...this.#sockets.keys()]) this.#close(socket, ABNORMAL, "");
        for (const [id, resolve] of wasAsked ? [...this.#requests] : []) {
            if (unsent.has(id)) continue;
            this.#requests.delete(id);
            resolve(TROUBLE);
        }
    }

    #close(id: number, code: number, reason: string): void {
        const socket = this.#sockets.get(id);
        this.#sockets.delete(id);
        socket?.onclose?.({ code, reason });
    }
}

class SiteSocket implements TableSocket {
    onopen: TableSocket["onopen"] = null;
    onmessage: TableSocket["onmessage"] = null;
    onclose: TableSocket["onclose"] = null;
    readonly #post: (message: { type: "send"; text: string } | { type: "close" }) => void;

    constructor(post: (message: { type: "send"; text: string } | { type: "close" }) => void) {
        this.#post = post;
    }

    send(text: string): void {
        this.#post({ type: "send", text });
    }

    close(): void {
        this.#post({ type: "close" });
    }
}
