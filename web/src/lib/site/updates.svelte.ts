/** The page as an app: kept by the service worker for the time without a network, installed, updated on request. */

import { python } from "./pythonState.svelte";

/** Offered by browsers that can install a page; TypeScript does not know it, since not all of them can. */
interface InstallPrompt extends Event {
    prompt: () => Promise<unknown>;
}

class Updates {
    #next = $state.raw<ServiceWorker | null>(null);
    #prompt = $state.raw<InstallPrompt | null>(null);

    /** Whether a new version is loaded and waits for the player to agree. */
    get isReady(): boolean {
        return this.#next !== null;
    }

    get canInstall(): boolean {
        return this.#prompt !== null;
    }

    constructor() {
        addEventListener("beforeinstallprompt", (event) => {
            event.preventDefault(); // the settings offer it
            this.#prompt = event as InstallPrompt;
        });
        addEventListener("appinstalled", () => (this.#prompt = null));
    }

    /** Register the service worker once the game has loaded, or cannot: most of what it keeps is here already by then. */
    start(): void {
        if (!("serviceWorker" in navigator)) return; // over plain HTTP
        let isAsked = false;
        const stop = $effect.root(() => {
            $effect(() => {
                if (isAsked || (!python.isReady && python.problem === null)) return;
                isAsked = true;
                whenIdle(() => {
                    stop();
                    // Without it, everything works while there is a network.
                    this.#register().catch(() => undefined);
                });
            });
        });
    }

    /** Change to the new version: the page is loaded again as soon as it has taken over. */
    agree(): void {
        navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
        this.#next?.postMessage({ type: "skip-waiting" });
    }

    async install(): Promise<void> {
        const prompt = this.#prompt;
        this.#prompt = null; // a prompt can be shown once
        await prompt?.prompt();
    }

    async #register(): Promise<void> {
        const registration = await navigator.serviceWorker.register("service-worker.js");
        this.#look(registration);
        registration.addEventListener("updatefound", () => this.#look(registration));
    }

    #look(registration: ServiceWorkerRegistration): void {
        // Where none is in charge yet, the one that comes is no update.
        if (navigator.serviceWorker.controller === null) return;
        this.#next = registration.waiting;
        registration.installing?.addEventListener("statechange", () => (this.#next = registration.waiting));
    }
}

function whenIdle(act: () => void): void {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(act);
    else setTimeout(act, 1000);
}

export const updates = new Updates();
