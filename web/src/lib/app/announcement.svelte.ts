/** The restart that whoever runs the server has announced: told over a socket, or asked for where there is none. */

import { api } from "../api";
import type { Announcement } from "../wire";

class AnnouncementState {
    /** When the server restarts, by the clock of this device; null if nothing is announced. */
    restartAt = $state<number | null>(null);
    text = $state("");
    /** The announcement that was put away, by its time: another one is shown again. */
    #closed: number | null = null;
    #timer: ReturnType<typeof setTimeout> | undefined;

    tell({ restart_in: seconds, text }: Announcement): void {
        clearTimeout(this.#timer);
        const at = seconds === null ? null : Date.now() + seconds * 1000;
        const isClosed = at !== null && this.#closed !== null && Math.abs(at - this.#closed) < 5000;
        this.restartAt = isClosed ? null : at;
        this.text = text;
        if (seconds !== null) this.#timer = setTimeout(() => (this.restartAt = null), Math.min(seconds, 86_400) * 1000);
    }

    close(): void {
        this.#closed = this.restartAt;
        this.restartAt = null;
    }

    /** Ask the server. What it does not answer is not missed. */
    async ask(): Promise<void> {
        await api.announcement().then(
            (found) => this.tell(found),
            () => undefined,
        );
    }
}

export const announcement = new AnnouncementState();
