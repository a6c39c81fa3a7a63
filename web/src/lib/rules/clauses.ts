/** The clause of the rules for each question. */

import type { Question } from "../wire";

const CLAUSES: Readonly<Record<Question, string>> = {
    "pick-region": "R2.1",
    open: "R4.1",
    bid: "R4.4",
    scrap: "R4.6",
    "keep-fuel": "R4.6",
    "buy-fuel": "R5.1",
    "build-house": "R6.1",
    "run-plants": "R7.1",
};

/** The clause for this question; without one, the clause on who wins. */
export function clauseOf(asked: Question | null): string {
    return asked === null ? "R8.6" : CLAUSES[asked];
}
