/** The review worker: analyses one game and sends what Python says of it, line by line; an empty line if it fails. */

import { startPython } from "./python";
import type { ToReviewWorker } from "./protocol";

addEventListener("message", ({ data }: MessageEvent<ToReviewWorker>) => {
    startPython(data.python, "kilowatt.browser.review_worker")
        .then((python) => {
            const module = python.pyimport("kilowatt.browser.review_worker") as {
                review: (task: string, send: (line: string) => void) => void;
            };
            module.review(data.task, (line) => postMessage(line));
        })
        .catch(() => postMessage(""));
});
