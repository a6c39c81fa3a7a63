/** The rules, clause by clause, out of the text that is the law. */

export interface Clause {
    number: string;
    section: string;
    text: string;
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
