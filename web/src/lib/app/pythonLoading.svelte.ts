/** On a static site, a game needs Python, which loads while one looks around. With a server, nothing is to be loaded. */

import { isSite } from "./address";
import { python } from "../site/pythonState.svelte";

class PythonLoading {
    #waiting = $state(0);

    get isGoing(): boolean {
        return isSite && !python.isReady;
    }

    /** Whether something that was asked for waits for it. */
    get isAwaited(): boolean {
        return this.#waiting > 0;
    }

    /** The attributes of a button: whether its work is under way, and how far Python has come if it waits for that. */
    shownAt(isBusy: boolean): Record<string, string | boolean> {
        if (!isBusy) return {};
        const isCounted = this.isGoing && python.share > 0;
        return { "aria-busy": true, "data-taken": isCounted ? "loading" : "", style: `--share: ${python.share}` };
    }

    /** Resolves once a game can be played. */
    async done(): Promise<void> {
        if (!this.isGoing) return;
        this.#waiting += 1;
        let stop: (() => void) | undefined;
        await new Promise<void>((resolve) => {
            stop = $effect.root(() => {
                $effect(() => {
                    if (!this.isGoing) resolve();
                });
            });
        });
        stop?.();
        this.#waiting -= 1;
    }
}

export const pythonLoading = new PythonLoading();
