import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as I18n from ".";
import type { MessageKey } from ".";

let i18n: typeof I18n;

beforeEach(async () => {
    localStorage.clear();
    vi.resetModules();
    i18n = await import(".");
});
afterEach(() => vi.restoreAllMocks());

function preferred(...languages: string[]): void {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

describe("choosing a language", () => {
    it("takes the stored choice before all others", () => {
        expect(i18n.chooseLanguage("fi", ["de-AT", "en"])).toBe("fi");
    });
    it("takes the first language of the browser that we have", () => {
        expect(i18n.chooseLanguage(null, ["sv-FI", "RU-ru", "en-US"])).toBe("ru");
    });
    it("takes English if we have none of them, or if the stored choice is not a language", () => {
        expect(i18n.chooseLanguage(null, ["ja"])).toBe("en");
        expect(i18n.chooseLanguage("toString", [])).toBe("en");
    });
    it("starts with the browser's language, and marks the page with it", async () => {
        preferred("hu-HU");
        await i18n.startLanguage();
        expect(i18n.language()).toBe("hu");
        expect(document.documentElement.lang).toBe("hu");
        expect(localStorage.length).toBe(0);
    });
    it("keeps what a person has chosen", async () => {
        await i18n.setLanguage("ro");
        preferred("de");
        await i18n.startLanguage();
        expect(i18n.language()).toBe("ro");
    });
    it("switches to the language that was chosen last, whichever is loaded first", async () => {
        await Promise.all([i18n.setLanguage("de"), i18n.setLanguage("fi")]);
        expect(i18n.language()).toBe("fi");
        expect(i18n.chooseLanguage(localStorage.getItem("kilowatt.language"), [])).toBe("fi");
    });
    it("works in a browser that keeps nothing", async () => {
        vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
            throw new DOMException("full");
        });
        await i18n.setLanguage("de");
        expect(i18n.t("fuel.coal")).toBe("Kohle");
    });
});

describe("a message", () => {
    it("is shown in the current language, with its plural", async () => {
        await i18n.setLanguage("ru");
        expect(i18n.t("ui.plants.deck", { cards: 3 })).toBe("остались 3 карты");
        expect(i18n.t("ui.plants.deck", { cards: 11 })).toBe("осталось 11 карт");
        await i18n.setLanguage("ro");
        expect(i18n.t("ui.plants.deck", { cards: 21 })).toBe("21 de cărți rămase");
    });
    it("without a value is replaced by its key, and reported to the developer once", async () => {
        const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
        await i18n.setLanguage("en");
        expect(i18n.t("event.passed")).toBe("event.passed");
        expect(i18n.t("event.passed")).toBe("event.passed");
        expect(warn).toHaveBeenCalledTimes(1);
    });
    it("that a language lacks is shown in English as soon as English is there", async () => {
        vi.spyOn(console, "warn").mockImplementation(() => undefined);
        vi.doMock("./de.json", () => ({ default: { "fuel.coal": "Kohle" } }));
        const listener = vi.fn();
        await i18n.setLanguage("de");
        i18n.subscribe(listener);
        expect(i18n.t("fuel.oil")).toBe("fuel.oil");
        await vi.waitFor(() => expect(listener).toHaveBeenCalled());
        expect(i18n.t("fuel.oil")).toBe("oil");
        expect(i18n.t("fuel.coal")).toBe("Kohle");
        vi.doUnmock("./de.json");
    });
    it("that nobody knows is its own key", async () => {
        vi.spyOn(console, "warn").mockImplementation(() => undefined);
        await i18n.setLanguage("en");
        expect(i18n.t("no.such.key" as MessageKey)).toBe("no.such.key");
        expect(i18n.has("no.such.key")).toBe(false);
        expect(i18n.has("toString")).toBe(false);
        expect(i18n.has("fuel.coal")).toBe(true);
    });
    it("takes a nickname as it is, braces and tags included", async () => {
        await i18n.setLanguage("en");
        expect(i18n.t("event.passed", { player: "<b>{Anna}'s</b>" })).toBe("<b>{Anna}'s</b> passes.");
    });
});

describe("a change of language", () => {
    it("calls its listeners until they unsubscribe", async () => {
        const listener = vi.fn();
        const stop = i18n.subscribe(listener);
        await i18n.setLanguage("de");
        expect(listener).toHaveBeenCalledTimes(1);
        stop();
        await i18n.setLanguage("fi");
        expect(listener).toHaveBeenCalledTimes(1);
    });
});

describe("the names of places", () => {
    it("come with the language", async () => {
        await i18n.setLanguage("de");
        expect(i18n.placesOf("italy")?.cities["roma"]).toBe("Rom");
        await i18n.setLanguage("hu");
        expect(i18n.placesOf("italy")?.cities["roma"]).toBe("Róma");
        expect(i18n.placesOf("atlantis")).toBeUndefined();
    });
    it("are missed by nobody if they cannot be loaded: the language works without them", async () => {
        vi.doMock("./places/de.json", () => {
            throw new Error("offline");
        });
        await i18n.setLanguage("de");
        expect(i18n.t("fuel.coal")).toBe("Kohle");
        expect(i18n.placesOf("italy")).toBeUndefined();
        vi.doUnmock("./places/de.json");
    });
});

describe("numbers and lists", () => {
    it("are written as the language writes them", async () => {
        await i18n.setLanguage("en");
        expect(i18n.formatNumber(1234.5)).toBe("1,234.5");
        expect(i18n.formatList(["a", "b", "c"])).toBe("a, b and c");
        expect(i18n.formatList(["a", "b", "c"], "disjunction")).toBe("a, b or c");
        await i18n.setLanguage("de");
        expect(i18n.formatNumber(1234.5)).toBe("1.234,5");
        expect(i18n.formatList(["a", "b", "c"])).toBe("a, b und c");
    });
    it("begin a line with a capital letter where asked to", async () => {
        await i18n.setLanguage("ru");
        expect(i18n.capitalised("этап 1")).toBe("Этап 1");
        expect(i18n.capitalised("")).toBe("");
    });
});
