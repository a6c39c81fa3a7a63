/** A table while it is being set up: who sits where, and what is agreed. The server checks it. */

import { DEFAULT_AGREEMENT } from "./presets";
import { defaultName } from "./defaultName";
import { LOOKS } from "../game/playerLooks";
import { preferences } from "../app/preferences.svelte";
import type { Agreement, BoardInfo, NewTable } from "../wire";

/** `who` is "me", "anybody" or the name of a bot. */
export interface SeatSetup {
    who: string;
    nickname: string;
    /** What a person has chosen for this seat. */
    look: number | null;
}

/** What is still wrong with regions that are named: too few or too many, or a set that is not on the server's list. */
export type RegionProblem = "number" | "set";

const USUAL_BOTS = ["casual-expander", "skilled-miser", "beginner-gambler", "skilled-blocker", "casual-miser"];

export class Setup {
    board = $state(DEFAULT_AGREEMENT.board);
    seats = $state<SeatSetup[]>([]);
    regions = $state<"drawn" | "draft" | "named">("drawn");
    named = $state<string[]>([]);
    flux = $state(false);
    firstGame = $state(false);
    hiddenMoney = $state(false);
    hints = $state(true);
    isPrivate = $state(false);
    roundLimit = $state<number | null>(DEFAULT_AGREEMENT.round_limit);
    seconds = $state<number | null>(null);
    boardOptions = $state<Record<string, string>>({});

    /** `here`: how many sit at this device. */
    constructor(board: string, here: number) {
        this.board = board;
        this.seats = [0, 1, 2, 3].map((place) =>
            place < here
                ? { who: "me", nickname: defaultName(place + 1), look: place === 0 ? preferences.look : null }
                : { who: USUAL_BOTS[place - here] ?? "steady", nickname: "", look: null },
        );
    }

    /** The first seat takes the name and look that its player has given in the meantime. */
    introduce(): void {
        const [first] = this.seats;
        if (first?.who !== "me") return;
        first.nickname = defaultName();
        first.look = preferences.look;
    }

    get hasFreeSeats(): boolean {
        return this.seats.some((seat) => seat.who === "anybody");
    }

    choose(board: string): void {
        this.board = board;
        this.named = [];
        this.boardOptions = {};
        preferences.board = board;
    }

    count(players: number): void {
        while (this.seats.length < players) this.seats.push({ who: "steady", nickname: "", look: null });
        this.seats.length = players;
    }

    /** Somebody sits down in a seat of this set-up, or a bot does. */
    give(place: number, who: string): void {
        const seat = this.seats[place];
        if (seat === undefined) return;
        seat.who = who;
        const here = this.seats.filter((other) => other.who === "me").length;
        if (who === "me" && seat.nickname === "") seat.nickname = defaultName(here);
    }

    /** How each seat will look: as chosen, else by its number, and every one different. */
    get looks(): number[] {
        const looks: number[] = [];
        const wishOf = (place: number): number | null => {
            const seat = this.seats[place];
            return seat?.who === "me" ? seat.look : null;
        };
        const places = [...this.seats.keys()];
        for (const place of [...places.filter((one) => wishOf(one) !== null), ...places]) {
            if (looks[place] !== undefined) continue;
            const wish = wishOf(place) ?? place;
            looks[place] = looks.includes(wish) ? LOOKS.findIndex((_, look) => !looks.includes(look)) : wish;
        }
        return looks;
    }

    /** The looks of the people here, but for this seat. */
    takenBeside(place: number): number[] {
        return this.looks.filter((_, other) => other !== place && this.seats[other]?.who === "me");
    }

    toggleRegion(region: string): void {
        this.named = this.named.includes(region)
            ? this.named.filter((other) => other !== region)
            : [...this.named, region];
    }

    regionProblem(board: BoardInfo | undefined): RegionProblem | null {
        if (this.regions !== "named" || board === undefined) return null;
        if (this.named.length !== board.regions_in_play[this.seats.length]) return "number";
        const isListed = board.region_sets.some(
            (set) => set.length === this.named.length && set.every((region) => this.named.includes(region)),
        );
        return isListed ? null : "set";
    }

    get table(): NewTable {
        return {
            agreed: this.#agreed,
            seats: this.seats.map((seat, place) => {
                if (seat.who === "me") return { who: "me", nickname: seat.nickname, look: this.looks[place] ?? null };
                return seat.who === "anybody" ? { who: "anybody" } : { who: "bot", bot: seat.who };
            }),
            private: this.isPrivate,
        };
    }

    get #agreed(): Agreement {
        return {
            board: this.board,
            players: this.seats.length,
            regions: this.regions === "named" ? [...this.named] : this.regions,
            flux: this.flux,
            first_game: this.firstGame,
            hidden_money: this.hiddenMoney,
            round_limit: this.roundLimit ?? DEFAULT_AGREEMENT.round_limit,
            board_options: { ...this.boardOptions },
            hints: this.hints,
            seconds: this.seconds,
            pause: DEFAULT_AGREEMENT.pause,
            scenario: null,
        };
    }
}
