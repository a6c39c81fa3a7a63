/** The bot worker: one question after the other. The table worker starts it, and ends it if a bot does not answer. */

import { startPython, why } from "./python";
import type { FromBotWorker, ToBotWorker } from "./protocol";

const post = (message: FromBotWorker): void => postMessage(message);

let answer: ((question: string) => string) | undefined;

addEventListener("message", ({ data }: MessageEvent<ToBotWorker>) => {
    if (data.type === "ask") post({ type: "answer", text: answer?.(data.question) ?? "" });
    else
        startPython(data.python, "kilowatt.browser.bot_worker")
            .then((python) => {
                const module = python.pyimport("kilowatt.browser.bot_worker") as { answer: typeof answer };
                answer = module.answer;
                post({ type: "ready" });
            })
            .catch((error: unknown) => post({ type: "failed", why: why(error) }));
});
