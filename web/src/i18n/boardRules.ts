/** What is different on a board, good advice for it, and what is often forgotten, as sentences in the language. */

import { boardNames } from "../lib/map/boardNames";
import { cityName, regionName } from "../lib/map/placeNames";
import type { BoardInfo, FuelName, OwnRule, Reminder, Tip } from "../lib/wire";
import { formatList, has, t, type Values } from ".";
import { countryName, plantName, tokens } from "./sentences";

type Fact = OwnRule["facts"][string];
type Part = Exclude<Fact, number | string>[number];

/** The name of a board: in the language, or else the board's own. */
export function boardName(key: string): string {
    const message = `board.${key}`;
    return has(message) ? t(message) : (boardNames.get(key) ?? key);
}

/** A point where a board is not the standard game. */
export function boardRuleSentence(rule: OwnRule, board: BoardInfo): string {
    const key = `board-rule.${rule.code}`;
    return has(key) ? t(key, valuesOf(rule.facts, board)) : rule.sentence;
}

export function tipSentence(tip: Tip): string {
    const key = `board-tip.${tip.code}`;
    return has(key) ? t(key) : tip.sentence;
}

export function reminderSentence(reminder: Reminder): string {
    const key = `reminder.${reminder.code}`;
    const prices = formatList(reminder.prices.map(String), "disjunction");
    return has(key) ? t(key, { prices }) : reminder.sentence;
}

// Facts in words

function valuesOf(facts: OwnRule["facts"], board: BoardInfo): Values {
    const values: Values = {};
    for (const [name, fact] of Object.entries(facts)) {
        values[name] = Array.isArray(fact) ? listInWords(name, fact, board) : factInWords(name, fact, board);
    }
    return values;
}

function factInWords(name: string, fact: number | string, board: BoardInfo): number | string {
    if (name === "plant" || name === "usual") return plantName(fact);
    if (name === "city") return cityOf(board, fact);
    if (name === "region") return regionName(board.key, String(fact), board.regions[fact] ?? String(fact));
    return fact;
}

function listInWords(name: string, parts: readonly Part[], board: BoardInfo): string {
    const words = parts.map((part) => partInWords(name, part, board));
    return formatList(words, name === "countries" ? "disjunction" : "conjunction");
}

function partInWords(name: string, part: Part, board: BoardInfo): string {
    if (Array.isArray(part)) return name === "fuels" ? fuelInWords(part) : slotInWords(part);
    if (name === "plants") return plantName(part);
    if (name === "cities") return cityOf(board, part);
    return name === "countries" ? countryName(part) : String(part);
}

function cityOf(board: BoardInfo, id: number | string): string {
    return cityName(board.key, String(id), board.cities[id] ?? String(id));
}

/** How many tokens of a fuel the market has, and what the first one costs. */
function fuelInWords([fuel, n, price]: readonly (number | string)[]): string {
    return t("ui.board.tokens", { tokens: tokens(fuel as FuelName, Number(n)), n: Number(n), price: Number(price) });
}

/** What a slot costs, and in which step it opens if not at once. */
function slotInWords([price, step]: readonly (number | string)[]): string {
    return t("ui.board.slot", { price: Number(price), step: Number(step) });
}
