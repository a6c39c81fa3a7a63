/**
 * Keeps the whole site in the browser, so that it starts and plays offline. One cache holds one version: pages of the old
 * one go on with its files until the player agrees to the new one. No other host is ever asked.
 */

// `./kilowatt site` fills these in: the version, and the hash of each file by its address relative to this one.
const VERSION = "";
const FILES = {};

/** Other sites may be on the same host. */
const OURS = `kilowatt ${self.registration.scope} `;
const CURRENT = OURS + VERSION;
const PAGE = "./";

self.addEventListener("install", (event) => event.waitUntil(keepEverything()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("message", (event) => {
    if (event.data?.type === "skip-waiting") event.waitUntil(self.skipWaiting());
});
self.addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
    const isPage = mode === "navigate" && isThePage(url);
    const path = url.slice(self.registration.scope.length);
    if (isPage || path in FILES || isNamedByContent(path))
        event.respondWith(answer(event.request, isPage ? PAGE : url));
});

/** Files whose names change with their content. */
const isNamedByContent = (path) => /^(?:assets|python-[0-9a-f]+)\//.test(path);

/** Every screen has the address of the one page, with another query. */
const isThePage = (url) => /^(?:index\.html)?(?:[?#]|$)/.test(url.slice(self.registration.scope.length));

async function keepEverything() {
    const cache = await caches.open(CURRENT);
    try {
        await Promise.all(Object.entries(FILES).map(([path, hash]) => keep(cache, path, hash)));
    } catch (error) {
        // The room that there is belongs to the games.
        if (error instanceof DOMException && error.name === "QuotaExceededError") await caches.delete(CURRENT);
        throw error;
    }
}

async function keep(cache, path, hash) {
    if (await cache.match(path)) return; // by an installation that was interrupted
    const known = isNamedByContent(path) ? await find(path) : undefined;
    await cache.put(path, known ?? (await load(path, hash)));
}

/** Load a file of exactly this version: while a new one is being published, a host may have some files of either. */
async function load(path, hash) {
    // Some hosts add their own lines to a page, so there the version alone is compared.
    const check = path === PAGE ? {} : { integrity: hash };
    const options = { cache: isNamedByContent(path) ? "default" : "no-cache", ...check };
    const response = await fetch(path, options).catch(() => fetch(path, options)); // a line may fail for a moment
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    if (path === PAGE && !(await response.clone().text()).includes(VERSION))
        throw new Error(`${path}: another version`);
    return response;
}

/** A file in the current cache, or in that of a version which other tabs still use. */
async function find(path) {
    const current = await (await caches.open(CURRENT)).match(path);
    if (current) return current;
    for (const name of await oldCaches()) {
        const found = await (await caches.open(name)).match(path);
        if (found) return found;
    }
    return undefined;
}

async function answer(request, path) {
    return (await find(path).catch(() => undefined)) ?? fetch(request);
}

async function oldCaches() {
    return (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CURRENT);
}

async function takeOver() {
    const old = await oldCaches();
    if (old.length === 0) {
        await self.clients.claim(); // the first visit: its page plays on offline
        return;
    }
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    // Another tab may still need files of its version; the next update deletes them.
    if (pages.length <= 1) await Promise.all(old.map((name) => caches.delete(name)));
}
