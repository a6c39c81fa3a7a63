import { expect, test } from "vitest";
import law from "../../../docs/rules.md?raw";
import { parseRules, piecesOf, search } from "./rules";

const clauses = parseRules(law);

test("every clause of the law is found, in order and once", () => {
    const numbers = clauses.map((clause) => clause.number);
    expect(numbers.length).toBe(61);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.indexOf("R4.11")).toBe(numbers.indexOf("R4.10") + 1);
});

test("a clause has all its lines, without marks", () => {
    const ceilings = clauses.find((clause) => clause.number === "R4.11");
    expect(ceilings?.text).toContain("reaches the amount first wins");
    expect(ceilings?.text).not.toContain("*");
});

test("a clause leads to the clauses that it names", () => {
    expect(piecesOf("more than allowed (R1.5) scraps")).toEqual([
        { text: "more than allowed (", clause: null },
        { text: "R1.5", clause: "R1.5" },
        { text: ") scraps", clause: null },
    ]);
    const numbers = new Set(clauses.map((clause) => clause.number));
    const named = clauses.flatMap((clause) => piecesOf(clause.text).flatMap((piece) => piece.clause ?? []));
    expect(named.length).toBeGreaterThan(20);
    for (const number of named) expect(numbers).toContain(number);
});

test("a search finds the clauses with all its words in any order", () => {
    const found = search(clauses, "Vienna  garbage").map((clause) => clause.number);
    expect(found).toEqual(["R9.4"]);
    expect(search(clauses, "r4.11").map((clause) => clause.number)).toEqual(["R4.11", "R8.7"]); // which names it
    expect(search(clauses, "")).toHaveLength(clauses.length);
    expect(search(clauses, "trombone")).toEqual([]);
});
