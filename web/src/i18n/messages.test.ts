import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";
import type { Language, MessageKey, Messages } from ".";
import de from "./de.json";
import en from "./en.json";
import fi from "./fi.json";
import glossary from "./glossary.json";
import hu from "./hu.json";
import ro from "./ro.json";
import ru from "./ru.json";

const ALL: Record<Language, Messages> = { en, de, fi, hu, ro, ru };
const LANGUAGE_KEYS = Object.keys(ALL) as Language[];
const KEYS = Object.keys(en) as MessageKey[];
const MOST_ON_A_BUTTON = 28;
const MOST_OF_A_QUESTION = 60;

/** What a message is parsed into, as far as we look at it: a placeholder with options is a select or a plural. */
interface Part {
    type: number;
    value?: string;
    options?: Record<string, { value: Part[] }>;
}
const TEXT = 0;
const PLURAL = 6;
const POUND = 7;

function parsed(language: Language, key: MessageKey): Part[] {
    return new IntlMessageFormat(ALL[language][key], language, undefined, { ignoreTag: true }).getAst();
}

function partsWithin(parts: readonly Part[]): Part[] {
    return parts.flatMap((part) => [
        part,
        ...Object.values(part.options ?? {}).flatMap((option) => partsWithin(option.value)),
    ]);
}

function placeholders(language: Language, key: MessageKey): string[] {
    const found = partsWithin(parsed(language, key)).filter((part) => part.type !== TEXT && part.type !== POUND);
    return [...new Set(found.map((part) => part.value ?? ""))].sort();
}

function formatted(language: Language, key: MessageKey, number: number): string {
    const values = Object.fromEntries(placeholders("en", key).map((name) => [name, number]));
    return String(new IntlMessageFormat(ALL[language][key], language, undefined, { ignoreTag: true }).format(values));
}

function keysOf(group: string): MessageKey[] {
    return KEYS.filter((key) => key.startsWith(`${group}.`));
}

describe.each(LANGUAGE_KEYS)("the messages in %s", (language) => {
    const messages = ALL[language];

    it("have the keys of English, in the same order", () => {
        expect(Object.keys(messages)).toEqual(KEYS);
    });

    it("tell what English tells", () => {
        for (const key of KEYS) expect(placeholders(language, key), key).toEqual(placeholders("en", key));
    });

    it("have every plural form of the language and no other", () => {
        const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
        expect([...glossary.meta.plural_categories[language]].sort()).toEqual(forms);
        for (const key of KEYS) {
            for (const part of partsWithin(parsed(language, key)).filter((found) => found.type === PLURAL)) {
                const named = Object.keys(part.options ?? {}).filter((form) => !form.startsWith("="));
                expect(named.sort(), key).toEqual(forms);
            }
        }
    });

    it("offer the same choices as English where words depend on a word", () => {
        for (const key of KEYS.filter((name) => name !== "plant.name")) {
            expect(selects(language, key), key).toEqual(selects("en", key));
        }
    });

    it("leave no brace, no gap and no loose end in any sentence", () => {
        for (const key of KEYS) {
            for (const number of [0, 1, 2, 5, 21, 100]) {
                const sentence = formatted(language, key, number);
                expect(sentence, key).not.toMatch(/[{}#<>]|undefined|\s\s|\s[.,;:!?)]|^\s|\s$|'/);
                expect(sentence, key).not.toBe("");
            }
        }
    });

    it("end every sentence with a full stop", () => {
        for (const key of ["event", "refusal", "reason", "message", "choice"].flatMap(keysOf)) {
            expect(formatted(language, key, 2), key).toMatch(/[.…)]$/);
        }
    });

    it("never read the same on two buttons", () => {
        const labels = keysOf("action").map((key) => formatted(language, key, 12).toLocaleLowerCase(language));
        expect(labels.toSorted()).toEqual([...new Set(labels)].sort());
    });

    it("fit on buttons and in the line that says what is asked", () => {
        for (const key of keysOf("action"))
            expect(formatted(language, key, 88).length, key).toBeLessThanOrEqual(MOST_ON_A_BUTTON);
        for (const key of keysOf("asked"))
            expect(formatted(language, key, 88).length, key).toBeLessThanOrEqual(MOST_OF_A_QUESTION);
    });

    it("call the things of the game by the words of the glossary", () => {
        for (const [key, entry] of GLOSSED) {
            const word = messages[key];
            const found = word === entry[language].replace("…", "{player}") || entry.note.includes(word);
            expect(found, `${key} is "${word}"; the glossary has "${entry[language]}" (${entry.note})`).toBe(true);
        }
    });

    it("begin the labels of buttons with the glossary's words, capitalised", () => {
        for (const name of ["undo", "hint", "confirm", "cancel", "rematch", "replay"] as const) {
            const word = entryOf(name)?.[language] ?? "";
            expect(messages[`action.${name}`]).toBe(word.charAt(0).toLocaleUpperCase(language) + word.slice(1));
        }
    });
});

function selects(language: Language, key: MessageKey): string[] {
    const found = partsWithin(parsed(language, key)).filter(
        (part) => part.options !== undefined && part.type !== PLURAL,
    );
    return found
        .map(
            (part) =>
                `${part.value}: ${Object.keys(part.options ?? {})
                    .toSorted()
                    .join(" ")}`,
        )
        .sort();
}

// The glossary

type Entry = (typeof glossary.entries)[number];

/** Keys whose last word is not the glossary's. */
const OTHERWISE: Record<string, string> = { slot_price: "building_cost", bids: "bid_plural", cities: "city_plural" };

function entryOf(name: string): Entry | undefined {
    const wanted = name.replaceAll("-", "_");
    const names = [OTHERWISE[wanted], wanted, `${wanted.replace(/s$/, "")}_plural`];
    return names.flatMap((key) => glossary.entries.filter((entry) => entry.key === key))[0];
}

/** The words that are ours alone: the glossary has no entry for them. */
const OURS =
    "next-resupply round-number ceiling highest-bidder plan still-in you free-seat away muted opponents red blue green yellow purple black".split(
        " ",
    );

const GLOSSED: [MessageKey, Entry][] = [
    ...["coal", "oil", "garbage", "uranium"].map((fuel) => [`fuel.${fuel}`, fuel] as const),
    ...[1, 2, 3, 4, 5].map((phase) => [`phase.${phase}`, `phase_${phase}`] as const),
    ...[1, 2, 3].map((step) => [`step.${step}`, `step_${step}`] as const),
    ...keysOf("board").map((key) => [key, key.replace(".", "_")] as const),
    ...keysOf("word").map((key) => [key, key.slice("word.".length)] as const),
].flatMap(([key, name]) => {
    const entry = entryOf(name);
    return entry === undefined ? [] : [[key as MessageKey, entry] as [MessageKey, Entry]];
});

it("only words that are listed here are missing from the glossary", () => {
    const missing = keysOf("word").filter((key) => entryOf(key.slice("word.".length)) === undefined);
    expect(missing.map((key) => key.slice("word.".length)).sort()).toEqual(OURS.toSorted());
});

it("Hungarian names every plant with its article and ending", () => {
    const name = (plant: string, ending: string): string =>
        String(new IntlMessageFormat(hu["plant.name"], "hu").format({ plant, ending }));
    expect(name("3", "3")).toBe("a 3-as");
    expect(name("5", "5")).toBe("az 5-ös");
    expect(name("15", "x5")).toBe("a 15-ös");
    expect(name("26", "x6")).toBe("a 26-os");
    expect(name("30", "30")).toBe("a 30-as");
    expect(name("42", "x2")).toBe("a 42-es");
    expect(name("50", "50")).toBe("az 50-es");
    expect(name("33⅓", "third")).toBe("a 33⅓-os");
});
