/** The rules, parsed from the text in any language: clauses, then decisions and worked examples. */

import type { Language } from "../../i18n";

export interface Clause {
    number: string;
    section: string;
    text: string;
}

/** A point in which the booklets disagree or are silent. */
export interface Decision {
    number: number;
    point: string;
    booklets: string;
    decision: string;
}

export interface Example {
    number: number;
    text: string;
}

export interface Law {
    /** The notice that this is a translation, if it is one. */
    note: string | null;
    clauses: Clause[];
    /** With their introduction, and the headings of their last two columns. */
    decisions: { section: string; about: string; heads: { booklets: string; decision: string }; rows: Decision[] };
    /** In groups, each with its introduction. */
    examples: { section: string; groups: { about: string; rows: Example[] }[] };
}

/** A piece of a text; with a number, it names a clause. */
export interface Piece {
    text: string;
    clause: string | null;
}

// Loading

const FILES = import.meta.glob<string>("../../../../docs/rules*.md", { query: "?raw", import: "default" });

/** The rules in this language; in English if that cannot be loaded. */
export async function loadLaw(wanted: Language): Promise<{ language: Language; law: Law }> {
    if (wanted !== "en") {
        try {
            return { language: wanted, law: parseLaw(await textOf(`rules.${wanted}.md`)) };
        } catch {
            // there is always English
        }
    }
    return { language: "en", law: parseLaw(await textOf("rules.md")) };
}

async function textOf(file: string): Promise<string> {
    const load = FILES[`../../../../docs/${file}`];
    if (load === undefined) throw new Error(`There is no ${file}.`);
    return await load();
}

// Parsing

/** A paragraph, or what begins with a mark: a clause, a number of a list, a row of a table. */
interface Block {
    mark: string;
    text: string;
}

const COMMENT = /\s*<!--.*?-->/gs;
const BEGINS = /^(?:- (R\d+\.\d+)|(\d+)\.|(\|))\s+/;
const RULE_OF_TABLE = /^\|-/;
const TABLE = "|";

export function parseLaw(text: string): Law {
    const [opening = "", ...sections] = text.replace(COMMENT, "").split(/^## /m);
    const law: Law = {
        note: blocksOf(opening).find((block) => block.text.includes("](rules.md)"))?.text ?? null,
        clauses: [],
        decisions: { section: "", about: "", heads: { booklets: "", decision: "" }, rows: [] },
        examples: { section: "", groups: [] },
    };
    if (law.note !== null) law.note = plain(law.note);
    for (const part of sections) {
        const [heading = "", ...lines] = part.split("\n");
        readSection(law, plain(heading), blocksOf(lines.join("\n")));
    }
    return law;
}

function readSection(law: Law, section: string, blocks: readonly Block[]): void {
    if (blocks.some((block) => block.mark === TABLE)) law.decisions = decisionsOf(section, blocks);
    else if (blocks.some((block) => /^\d/.test(block.mark))) law.examples = examplesOf(section, blocks);
    else {
        const clauses = blocks.filter((block) => block.mark !== "");
        law.clauses.push(...clauses.map(({ mark, text }) => ({ number: mark, section, text: plain(text) })));
    }
}

function decisionsOf(section: string, blocks: readonly Block[]): Law["decisions"] {
    const [head = [], ...rows] = blocks.filter((block) => block.mark === TABLE).map((row) => cellsOf(row.text));
    return {
        section,
        about: plain(blocks.find((block) => block.mark === "")?.text ?? ""),
        heads: { booklets: head[1] ?? "", decision: head[2] ?? "" },
        rows: rows.map(([point = "", booklets = "", decision = ""], place) => ({
            number: place + 1,
            point,
            booklets,
            decision,
        })),
    };
}

function examplesOf(section: string, blocks: readonly Block[]): Law["examples"] {
    const groups: Law["examples"]["groups"] = [];
    for (const { mark, text } of blocks) {
        if (mark === "" || groups.length === 0) groups.push({ about: mark === "" ? plain(text) : "", rows: [] });
        if (mark !== "") groups.at(-1)?.rows.push({ number: Number(mark), text: plain(text) });
    }
    return { section, groups };
}

/** A blank line ends a block; what follows without one belongs to it. */
function blocksOf(text: string): Block[] {
    const blocks: Block[] = [];
    let last: Block | undefined;
    for (const line of text.split("\n").filter((other) => !RULE_OF_TABLE.test(other))) {
        const begins = BEGINS.exec(line);
        if (line.trim() === "") last = undefined;
        else if (begins === null && last !== undefined) last.text += ` ${line}`;
        else {
            const mark = begins?.[1] ?? begins?.[2] ?? begins?.[3] ?? "";
            last = { mark, text: line.slice(begins?.[0].length ?? 0) };
            blocks.push(last);
        }
    }
    return blocks;
}

function cellsOf(row: string): string[] {
    return row
        .replace(/\|\s*$/, "")
        .split("|")
        .map(plain);
}

/** Without the marks of Markdown. */
function plain(text: string): string {
    const words = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");
    return words.replace(/\s+/g, " ").trim();
}

// Reading

/** A text split at the clauses it names. */
export function piecesOf(text: string): Piece[] {
    const parts = text.split(/(R\d+\.\d+)/).filter((part) => part !== "");
    return parts.map((part) => ({ text: part, clause: /^R\d+\.\d+$/.test(part) ? part : null }));
}

/** The entries of each part that contain every word; a clause number counts as a word. */
export function search(law: Law, wanted: string): Law {
    const words = folded(wanted).split(/\s+/);
    const has = (...texts: readonly string[]): boolean => {
        const all = folded(texts.join(" "));
        return words.every((word) => all.includes(word));
    };
    const { clauses, decisions, examples } = law;
    const groups = examples.groups.map((group) => ({
        ...group,
        rows: group.rows.filter((row) => has(examples.section, row.text)),
    }));
    return {
        ...law,
        clauses: clauses.filter(({ number, section, text }) => has(number, section, text)),
        decisions: {
            ...decisions,
            rows: decisions.rows.filter((row) => has(decisions.section, row.point, row.booklets, row.decision)),
        },
        examples: { ...examples, groups: groups.filter((group) => group.rows.length > 0) },
    };
}

/** How many clauses, decisions and examples there are. */
export function countOf({ clauses, decisions, examples }: Law): number {
    return clauses.length + decisions.rows.length + exampleCount(examples);
}

export function exampleCount(examples: Law["examples"]): number {
    return examples.groups.reduce((sum, group) => sum + group.rows.length, 0);
}

/** Small letters without accents: so that words are found without typing accents. */
function folded(text: string): string {
    return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
