import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../i18n";
import { countOf, loadLaw, parseLaw, piecesOf, search, type Law } from "./rulesText";

const TEXTS = import.meta.glob<string>("../../../../docs/rules*.md", { query: "?raw", import: "default", eager: true });
const LANGUAGE_KEYS = Object.keys(LANGUAGES) as Language[];

function lawIn(language: Language): Law {
    const file = language === "en" ? "rules.md" : `rules.${language}.md`;
    return parseLaw(TEXTS[`../../../../docs/${file}`] ?? "");
}

function textsOf({ note, clauses, decisions, examples }: Law): string[] {
    return [
        ...(note === null ? [] : [note]),
        ...clauses.flatMap(({ section, text }) => [section, text]),
        ...[decisions.section, decisions.about, decisions.heads.booklets, decisions.heads.decision],
        ...decisions.rows.flatMap(({ point, booklets, decision }) => [point, booklets, decision]),
        examples.section,
        ...examples.groups.flatMap(({ rows }) => rows.map(({ text }) => text)),
    ];
}

const english = lawIn("en");
const numbersOf = (law: Law): string[] => law.clauses.map((clause) => clause.number);
const examplesOf = (law: Law): number[] => law.examples.groups.flatMap(({ rows }) => rows.map(({ number }) => number));
const sectionsOf = (law: Law): string[] => [...new Set(law.clauses.map((clause) => clause.section))];

test("every clause of the law is found, in order and once", () => {
    const numbers = numbersOf(english);
    expect(numbers.length).toBe(61);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.indexOf("R4.11")).toBe(numbers.indexOf("R4.10") + 1);
});

test("there is a law in every language", () => {
    expect(Object.keys(TEXTS)).toHaveLength(LANGUAGE_KEYS.length);
});

describe.each(LANGUAGE_KEYS)("the law in %s", (language) => {
    const law = lawIn(language);

    test("has the clauses, decisions and examples of English, in the same sections", () => {
        expect(numbersOf(law)).toEqual(numbersOf(english));
        expect(sectionsOf(law).map((section) => parseInt(section, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        expect(law.decisions.section).toMatch(/^12\. /);
        expect(law.decisions.rows).toHaveLength(english.decisions.rows.length);
        expect(law.examples.section).toMatch(/^13\. /);
        expect(examplesOf(law)).toEqual(examplesOf(english));
        expect(law.examples.groups).toHaveLength(2);
    });

    test("has words everywhere, and no mark, comment or link of the file among them", () => {
        for (const text of textsOf(law)) {
            expect(text).not.toMatch(/<!--|-->|[*`]|\]\(|\s\s|^\s|\s$/);
            expect(text).not.toBe("");
        }
    });

    test("names only clauses that there are", () => {
        const named = textsOf(law).flatMap((text) => piecesOf(text).flatMap((piece) => piece.clause ?? []));
        expect(named.length).toBeGreaterThan(60);
        for (const number of named) expect(numbersOf(law)).toContain(number);
    });

    test("says that it is a translation if it is one", () => {
        if (language === "en") expect(law.note).toBeNull();
        else expect(law.note?.length).toBeGreaterThan(20);
    });
});

test("a clause has all its lines, without marks", () => {
    const ceilings = english.clauses.find((clause) => clause.number === "R4.11");
    expect(ceilings?.text).toContain("reaches the amount first wins");
    expect(ceilings?.text).not.toContain("*");
});

test("a decision has what the booklets say and what holds", () => {
    expect(english.decisions.heads).toEqual({ booklets: "Booklets", decision: "Decision" });
    expect(english.decisions.rows[1]).toEqual({
        number: 2,
        point: "Uranium at start",
        booklets: 'base-hu "14–16"',
        decision: "14 and 16",
    });
});

test("an example has its number and all its lines", () => {
    const [booklets, more] = english.examples.groups;
    expect(booklets?.about).toBe("");
    expect(booklets?.rows.at(-1)).toEqual({ number: 10, text: "Four cities powered pay 54." });
    expect(more?.about).toContain("More cases");
    expect(more?.rows[2]?.text).toContain("with a hybrid left, only what exceeds its room goes, by choice.");
});

test("a clause leads to the clauses that it names", () => {
    expect(piecesOf("more than allowed (R1.5) scraps")).toEqual([
        { text: "more than allowed (", clause: null },
        { text: "R1.5", clause: "R1.5" },
        { text: ") scraps", clause: null },
    ]);
});

describe("a search", () => {
    const clausesWith = (words: string): string[] => numbersOf(search(english, words));

    test("finds the clauses with all its words in any order", () => {
        expect(clausesWith("Vienna  garbage")).toEqual(["R9.4"]);
        expect(clausesWith("r4.11")).toEqual(["R4.11", "R8.7"]); // which names it
    });

    test("finds decisions and examples too", () => {
        const found = search(english, "ceilings");
        expect(found.decisions.rows.map(({ point }) => point)).toContain("Ceilings");
        expect(examplesOf(found)).toEqual([37]);
        expect(found.examples.groups).toHaveLength(1);
        expect(countOf(found)).toBe(found.clauses.length + found.decisions.rows.length + 1);
    });

    test("finds everything for no words, and nothing for a word that is not there", () => {
        expect(search(english, "")).toEqual(english);
        expect(countOf(search(english, "trombone"))).toBe(0);
    });

    test("does not ask for accents", () => {
        expect(examplesOf(search(english, "munster dusseldorf"))).toEqual([3]);
        expect(examplesOf(search(english, "MÜNSTER"))).toEqual([3]);
    });
});

describe("loading", () => {
    test.each(LANGUAGE_KEYS)("finds the law in %s", async (wanted) => {
        const { language, law } = await loadLaw(wanted);
        expect(language).toBe(wanted);
        expect(law).toEqual(lawIn(wanted));
    });

    test("takes English for a language that it does not find", async () => {
        const { language, law } = await loadLaw("xx" as Language);
        expect(language).toBe("en");
        expect(law).toEqual(english);
    });
});
