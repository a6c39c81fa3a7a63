/** The bot worker as the table worker sees it: questions wait in a queue, and a bot that does not answer is ended. */

import type { FromBotWorker, PythonFiles, ToBotWorker } from "./protocol";

/** How long a worker that could not be loaded is tried again. */
const LOADING_MS = 60_000;
const AGAIN_MS = 2000;

export class Bots {
    readonly #python: PythonFiles;
    #worker: Promise<Worker>;
    /** The last question, answered or not: the next one waits for it. */
    #last: Promise<unknown> = Promise.resolve();

    constructor(python: PythonFiles) {
        this.#python = python;
        this.#worker = this.#start();
    }

    /** What a bot answers; rejects with "slow" or "crash" after the worker was replaced. */
    ask(question: string, seconds: number): Promise<string> {
        const answer = this.#last.then(() => this.#ask(question, seconds));
        this.#last = answer.catch(() => undefined);
        return answer;
    }

    async #ask(question: string, seconds: number): Promise<string> {
        let worker: Worker;
        try {
            worker = await this.#worker;
        } catch (error) {
            this.#worker = this.#start();
            throw error;
        }
        return await new Promise((resolve, reject) => {
            const replace = (reason: string): void => {
                clearTimeout(timer);
                worker.terminate();
                this.#worker = this.#start();
                reject(new Error(reason));
            };
            const timer = setTimeout(() => replace("slow"), seconds * 1000);
            worker.onerror = () => replace("crash");
            worker.onmessage = ({ data }: MessageEvent<FromBotWorker>) => {
                clearTimeout(timer);
                if (data.type === "answer") resolve(data.text);
                else replace("crash");
            };
            worker.postMessage({ type: "ask", question } satisfies ToBotWorker);
        });
    }

    /** Start a worker; if its files cannot be loaded, try again for a while. */
    async #start(until = Date.now() + LOADING_MS): Promise<Worker> {
        const worker = new Worker(new URL("./botWorker.ts", import.meta.url), { type: "module" });
        try {
            await new Promise<void>((resolve, reject) => {
                worker.onerror = () => reject(new Error("crash"));
                worker.onmessage = ({ data }: MessageEvent<FromBotWorker>) => {
                    if (data.type === "ready") resolve();
                    else reject(new Error("crash"));
                };
                worker.postMessage({ type: "start", python: this.#python } satisfies ToBotWorker);
            });
            return worker;
        } catch (error) {
            worker.terminate();
            if (Date.now() > until) throw error;
            await new Promise((again) => setTimeout(again, AGAIN_MS));
            return await this.#start(until);
        }
    }
}
