/** What a person has chosen on this device: look, sound, name, and which tables they sit at. Nothing secret. */

import { DEFAULT_AGREEMENT } from "../setup/presets";

export type Theme = "system" | "night" | "day";
export type PaletteName = "usual" | "distinct";
/** How strong the opponents of a quick game are. */
export type Level = "easy" | "mixed" | "hard";

/** How quickly the moves of others are shown. */
export type Pace = "slow" | "normal" | "quick" | "at-once";

interface Stored {
    theme: Theme;
    palette: PaletteName;
    motion: boolean;
    pace: Pace;
    sound: boolean;
    notifications: boolean;
    letters: boolean;
    nickname: string;
    look: number;
    isIntroduced: boolean;
    board: string;
    level: Level;
    tables: string[];
}

const KEY = "kilowatt";
const DEFAULTS: Stored = {
    theme: "system",
    palette: "usual",
    motion: true,
    pace: "normal",
    sound: true,
    notifications: false,
    letters: true,
    nickname: "",
    look: 0,
    isIntroduced: false,
    board: DEFAULT_AGREEMENT.board,
    level: "mixed",
    tables: [],
};
const MAX_TABLES = 50;

function read(): Stored {
    try {
        const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
        const known = Object.entries(stored).filter(([name, value]) => isLike(value, DEFAULTS[name as keyof Stored]));
        return { ...DEFAULTS, ...Object.fromEntries(known) };
    } catch {
        return { ...DEFAULTS }; // the browser stores nothing, or the data is not ours
    }
}

/** Whether a stored value is of the same kind as the usual one. */
function isLike(value: unknown, usual: Stored[keyof Stored] | undefined): boolean {
    if (!Array.isArray(usual)) return typeof value === typeof usual;
    return Array.isArray(value) && value.every((each) => typeof each === "string");
}

class Preferences {
    #stored = $state(read());

    constructor() {
        // What another tab has changed must not be undone by the next change here.
        addEventListener("storage", (event) => {
            if (event.key === KEY) this.#stored = read();
        });
    }

    get theme(): Theme {
        return this.#stored.theme;
    }
    set theme(theme: Theme) {
        this.#change({ theme });
    }
    /** The colours of the players; `distinct` are the most distinct for colour-blind players. */
    get palette(): PaletteName {
        return this.#stored.palette;
    }
    set palette(palette: PaletteName) {
        this.#change({ palette });
    }
    get motion(): boolean {
        return this.#stored.motion;
    }
    set motion(motion: boolean) {
        this.#change({ motion });
    }
    get pace(): Pace {
        return this.#stored.pace;
    }
    set pace(pace: Pace) {
        this.#change({ pace });
    }
    get sound(): boolean {
        return this.#stored.sound;
    }
    set sound(sound: boolean) {
        this.#change({ sound });
    }
    /** Whether to notify the player of their turn while another page is in front; the browser has to allow it too. */
    get notifications(): boolean {
        return this.#stored.notifications;
    }
    set notifications(notifications: boolean) {
        this.#change({ notifications });
    }
    /** Whether letters press buttons: speech input and slips of the finger would press them too. */
    get letters(): boolean {
        return this.#stored.letters;
    }
    set letters(letters: boolean) {
        this.#change({ letters });
    }
    get nickname(): string {
        return this.#stored.nickname;
    }
    set nickname(nickname: string) {
        this.#change({ nickname });
    }
    /** The colour and roof that this person likes best, as a number of `LOOKS`. */
    get look(): number {
        return this.#stored.look;
    }
    set look(look: number) {
        this.#change({ look });
    }
    /** Whether this person need not be asked for a name: they have given one, or do not want to. */
    get isIntroduced(): boolean {
        return this.#stored.isIntroduced || this.#stored.nickname !== "";
    }
    set isIntroduced(isIntroduced: boolean) {
        this.#change({ isIntroduced });
    }
    /** The board that was last chosen. */
    get board(): string {
        return this.#stored.board;
    }
    set board(board: string) {
        this.#change({ board });
    }
    get level(): Level {
        return this.#stored.level;
    }
    set level(level: Level) {
        this.#change({ level });
    }

    /** The tables visited from here, newest first. */
    get tables(): readonly string[] {
        return this.#stored.tables;
    }
    /** To the front of the list. */
    addTable(table: string): void {
        this.#change({
            tables: [table, ...this.#stored.tables.filter((other) => other !== table)].slice(0, MAX_TABLES),
        });
    }
    removeTable(table: string): void {
        this.#change({ tables: this.#stored.tables.filter((other) => other !== table) });
    }

    #change(part: Partial<Stored>): void {
        this.#stored = { ...this.#stored, ...part };
        try {
            localStorage.setItem(KEY, JSON.stringify(this.#stored));
        } catch {
            // the browser stores nothing: the choice holds until the page is closed
        }
    }
}

export const preferences = new Preferences();
