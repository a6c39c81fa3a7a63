import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A browser with service workers, whose other side is the test. */
class Workers extends EventTarget {
    controller: object | null = {};
    registration = Object.assign(new EventTarget(), {
        waiting: null as null | { postMessage: (message: unknown) => void },
        installing: null as null | EventTarget,
    });
    register = vi.fn(async (_: string) => this.registration);

    /** A new version is loaded and waits; returns what it is told. */
    update(): unknown[] {
        const told: unknown[] = [];
        const installing = new EventTarget();
        this.registration.installing = installing;
        this.registration.dispatchEvent(new Event("updatefound"));
        this.registration.installing = null;
        this.registration.waiting = { postMessage: (message) => told.push(message) };
        installing.dispatchEvent(new Event("statechange"));
        return told;
    }
}

let workers: Workers;
const reload = vi.fn();

async function started(): Promise<(typeof import("./updates.svelte"))["updates"]> {
    vi.resetModules();
    const { updates } = await import("./updates.svelte");
    (await import("./pythonState.svelte")).python.isReady = true;
    updates.start();
    flushSync();
    await vi.waitFor(() => expect(workers.register).toHaveBeenCalled());
    await vi.waitFor(() => undefined);
    return updates;
}

beforeEach(() => {
    workers = new Workers();
    Object.defineProperty(navigator, "serviceWorker", { value: workers, configurable: true });
    vi.stubGlobal("requestIdleCallback", (act: () => void) => setTimeout(act));
    vi.spyOn(location, "reload").mockImplementation(reload);
    reload.mockClear();
});
afterEach(() => {
    Reflect.deleteProperty(navigator, "serviceWorker");
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

test("nothing is kept before the game has loaded, nor twice", async () => {
    vi.resetModules();
    const { updates } = await import("./updates.svelte");
    const { python } = await import("./pythonState.svelte");
    updates.start();
    flushSync();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(workers.register).not.toHaveBeenCalled();
    python.isReady = true;
    flushSync();
    python.problem = "It broke.";
    flushSync();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(workers.register.mock.calls).toEqual([["service-worker.js"]]);
});

test("a new version waits until the player agrees, and only then the page is loaded again", async () => {
    const updates = await started();
    expect(updates.isReady).toBe(false);
    const told = workers.update();
    expect(updates.isReady).toBe(true);
    workers.dispatchEvent(new Event("controllerchange")); // another tab has agreed
    expect([told, reload.mock.calls.length]).toEqual([[], 0]);
    updates.agree();
    expect(told).toEqual([{ type: "skip-waiting" }]);
    expect(reload).not.toHaveBeenCalled();
    workers.dispatchEvent(new Event("controllerchange"));
    expect(reload).toHaveBeenCalledOnce();
});

test("the first version is no update", async () => {
    workers.controller = null;
    const updates = await started();
    workers.update();
    expect(updates.isReady).toBe(false);
});

test("installing is offered where the browser offers it, and once", async () => {
    const updates = await started();
    expect(updates.canInstall).toBe(false);
    const prompt = vi.fn(async () => undefined);
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
    dispatchEvent(offer);
    expect([updates.canInstall, offer.defaultPrevented]).toEqual([true, true]);
    await updates.install();
    expect([updates.canInstall, prompt.mock.calls.length]).toEqual([false, 1]);
});
