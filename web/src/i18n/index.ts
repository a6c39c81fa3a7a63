/**
 * The languages of the client: which one is current, its sentences, names of places, numbers and lists.
 *
 * Only the chosen language is loaded; English joins it if a sentence is missing. Whatever is asked here inside a
 * component or an effect is asked again when the language changes.
 */

import { IntlMessageFormat } from "intl-messageformat";
import { createSubscriber } from "svelte/reactivity";
import type en from "./en.json";

export type Messages = typeof en;
export type MessageKey = keyof Messages;
export type Values = Record<string, string | number>;

/** What a language calls the regions and cities of a board, by their ids, where the board's data calls them otherwise. */
export interface Places {
    regions: Readonly<Record<string, string>>;
    cities: Readonly<Record<string, string>>;
}
type PlacesByBoard = Readonly<Record<string, Places>>;

/** Every language by its own name, as a list to choose from shows it. */
export const LANGUAGES = {
    en: "English",
    de: "Deutsch",
    fi: "Suomi",
    hu: "Magyar",
    ro: "Română",
    ru: "Русский",
} as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Record<Language, () => Promise<{ default: Messages }>> = {
    en: () => import("./en.json"),
    de: () => import("./de.json"),
    fi: () => import("./fi.json"),
    hu: () => import("./hu.json"),
    ro: () => import("./ro.json"),
    ru: () => import("./ru.json"),
};
const PLACES = import.meta.glob<PlacesByBoard>("./places/*.json", { import: "default" });
const STORED = "kilowatt.language";

let current: Language = "en";
let latestRequest = 0;
let isEnglishRequested = false;
const loaded = new Map<Language, Messages>();
const places = new Map<Language, PlacesByBoard>();
const formatters = new Map<string, IntlMessageFormat>();
const reported = new Set<string>();
const listeners = new Set<() => void>();

/** Call `listener` whenever the language changes, until the function that is returned is called. */
export function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
}

const track = createSubscriber((update) => subscribe(update));

function changed(): void {
    for (const listener of [...listeners]) listener();
}

// Which language

/** The current language. */
export function language(): Language {
    track();
    return current;
}

/** The stored choice if there is one, else the first of the preferred languages that we have, else English. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
    const candidates = [stored ?? "", ...preferred].map((request) => request.toLowerCase().split("-")[0] ?? "");
    return candidates.find(isLanguage) ?? "en";
}

function isLanguage(word: string): word is Language {
    return Object.hasOwn(LANGUAGES, word);
}

/** Load the language of this person, before the first screen is drawn; English if theirs cannot be loaded. */
export async function startLanguage(): Promise<void> {
    try {
        await activate(chooseLanguage(storedLanguage(), navigator.languages));
    } catch {
        await activate("en");
    }
}

/** Change the language and keep the choice. If it cannot be loaded, all stays as it is, and the promise is rejected. */
export async function setLanguage(wanted: Language): Promise<void> {
    if (await activate(wanted)) storeLanguage(wanted);
}

/** Load a language and make it the current one; returns false if a later request overtook this one. */
async function activate(wanted: Language): Promise<boolean> {
    const request = ++latestRequest;
    await load(wanted);
    if (request !== latestRequest) return false;
    current = wanted;
    document.documentElement.lang = wanted;
    changed();
    return true;
}

async function load(wanted: Language): Promise<void> {
    if (loaded.has(wanted)) return;
    const [messages, names] = await Promise.all([LOADERS[wanted](), loadPlaces(wanted)]);
    places.set(wanted, names);
    loaded.set(wanted, messages.default);
}

/** Without them, places have the names of the data, and everything can be played. */
async function loadPlaces(wanted: Language): Promise<PlacesByBoard> {
    try {
        return (await PLACES[`./places/${wanted}.json`]?.()) ?? {};
    } catch {
        return {};
    }
}

function storedLanguage(): string | null {
    try {
        return localStorage.getItem(STORED);
    } catch {
        return null; // a browser that keeps nothing
    }
}

function storeLanguage(chosen: Language): void {
    try {
        localStorage.setItem(STORED, chosen);
    } catch {
        // a browser that keeps nothing: the choice holds until the page is closed
    }
}

// Messages

/** The message of this key with these values. It never throws: English stands in, and at worst the key itself. */
export function t(key: MessageKey, values: Values = {}): string {
    track();
    return format(current, key, values) ?? inEnglish(key, values) ?? key;
}

/** Whether there is a message of this key, which may come from the server: a code, an event, a kind. */
export function has(key: string): key is MessageKey {
    track();
    return Object.hasOwn(loaded.get(current) ?? {}, key);
}

function inEnglish(key: MessageKey, values: Values): string | undefined {
    if (current === "en") return undefined;
    if (!isEnglishRequested) {
        isEnglishRequested = true;
        load("en").then(changed, () => undefined); // offline: the key has to do
    }
    return format("en", key, values);
}

function format(lang: Language, key: MessageKey, values: Values): string | undefined {
    const messages = loaded.get(lang);
    if (messages === undefined) return undefined;
    const message: string | undefined = messages[key];
    if (message === undefined) {
        report(`There is no message "${key}" in "${lang}".`);
        return undefined;
    }
    if (!message.includes("{")) return message;
    try {
        return String(formatter(lang, key, message).format(values));
    } catch (error) {
        report(`The message "${key}" in "${lang}" cannot be formatted: ${String(error)}`);
        return undefined;
    }
}

function formatter(lang: Language, key: MessageKey, message: string): IntlMessageFormat {
    const place = `${lang} ${key}`;
    let found = formatters.get(place);
    if (found === undefined) {
        found = new IntlMessageFormat(message, lang, undefined, { ignoreTag: true });
        formatters.set(place, found);
    }
    return found;
}

/** Warn the developer, once about each problem. */
function report(problem: string): void {
    if (!import.meta.env.DEV || reported.has(problem)) return;
    reported.add(problem);
    console.warn(problem);
}

/** What the language calls the places of this board; undefined for a board it does not know. */
export function placesOf(board: string): Places | undefined {
    track();
    return places.get(current)?.[board];
}

// Numbers, lists, words

/** A number as this language writes it. */
export function formatNumber(number: number, options: Intl.NumberFormatOptions = {}): string {
    return new Intl.NumberFormat(language(), options).format(number);
}

/** A change of a number, with its sign. */
export function formatChange(by: number): string {
    return formatNumber(by, { signDisplay: "exceptZero" }).replace("-", "\u2212");
}

/** "a, b and c", or with `"disjunction"` "a, b or c". */
export function formatList(words: readonly string[], type: "conjunction" | "disjunction" = "conjunction"): string {
    const lang = language();
    const locale = lang === "en" ? "en-GB" : lang; // American English would put a comma before the "and"
    return new Intl.ListFormat(locale, { type }).format(words);
}

/** A word as it stands at the beginning of a line: the words of the game are kept as they stand within one. */
export function capitalised(words: string): string {
    const [first = ""] = words;
    return first.toLocaleUpperCase(language()) + words.slice(first.length);
}
