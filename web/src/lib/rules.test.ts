import { expect, test } from "vitest";
import law from "../../../docs/rules.md?raw";
import { parseRules } from "./rules";

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
