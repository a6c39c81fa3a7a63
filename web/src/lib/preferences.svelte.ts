/** What a person has chosen on this device: theme, motion, and which tables they sit at. Nothing secret. */

export type Theme = "system" | "night" | "day";

interface Kept {
    theme: Theme;
    motion: boolean;
    nickname: string;
    tables: string[];
}

const KEY = "kilowatt";
const FIRST: Kept = { theme: "system", motion: true, nickname: "", tables: [] };
const MOST_TABLES = 50;

function read(): Kept {
    try {
        const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
        return { ...FIRST, ...kept };
    } catch {
        return { ...FIRST }; // a browser that keeps nothing, or somebody else's data
    }
}

class Preferences {
    #kept = $state(read());

    get theme(): Theme {
        return this.#kept.theme;
    }
    set theme(theme: Theme) {
        this.#change({ theme });
    }
    get motion(): boolean {
        return this.#kept.motion;
    }
    set motion(motion: boolean) {
        this.#change({ motion });
    }
    get nickname(): string {
        return this.#kept.nickname;
    }
    set nickname(nickname: string) {
        this.#change({ nickname });
    }
    /** The tables visited from here, newest first. */
    get tables(): readonly string[] {
        return this.#kept.tables;
    }
    visited(table: string): void {
        this.#change({
            tables: [table, ...this.#kept.tables.filter((other) => other !== table)].slice(0, MOST_TABLES),
        });
    }
    forget(table: string): void {
        this.#change({ tables: this.#kept.tables.filter((other) => other !== table) });
    }

    #change(part: Partial<Kept>): void {
        this.#kept = { ...this.#kept, ...part };
        try {
            localStorage.setItem(KEY, JSON.stringify(this.#kept));
        } catch {
            // a browser that keeps nothing: the choice holds until the page is closed
        }
    }
}

export const preferences = new Preferences();
