/** The rules, clause by clause, out of the text that is the law. */

export interface Clause {
    number: string;
    section: string;
    text: string;
}

/** A piece of a clause; with a number, it names another clause. */
export interface Piece {
    text: string;
    clause: string | null;
}

const plain = (text: string): string => text.replace(/[*`]/g, "").replace(/\s+/g, " ").trim();

export function parseRules(text: string): Clause[] {
    const clauses: Clause[] = [];
    let section = "";
    for (const line of text.split("\n")) {
        const heading = /^##+ (.*)$/.exec(line);
        const begins = /^- (R\d+\.\d+)\s+(.*)$/.exec(line);
        const last = clauses.at(-1);
        if (heading !== null) section = plain(heading[1] ?? "");
        else if (begins !== null) clauses.push({ number: begins[1] ?? "", section, text: plain(begins[2] ?? "") });
        else if (last !== undefined && /^ {2}\S/.test(line) && last.section === section) last.text += ` ${plain(line)}`;
    }
    return clauses;
}

/** The text of a clause with the clauses it speaks of picked out. */
export function piecesOf(text: string): Piece[] {
    const parts = text.split(/(R\d+\.\d+)/).filter((part) => part !== "");
    return parts.map((part) => ({ text: part, clause: /^R\d+\.\d+$/.test(part) ? part : null }));
}

/** The clauses in which every word occurs, wherever it stands; a number of a clause is a word too. */
export function search(clauses: readonly Clause[], wanted: string): Clause[] {
    const words = wanted.toLowerCase().split(/\s+/);
    return clauses.filter(({ number, section, text }) => {
        const all = `${number} ${section} ${text}`.toLowerCase();
        return words.every((word) => all.includes(word));
    });
}
