/** HTTP requests, for all that is not live. A refusal is thrown as `Denied`, with the server's code and sentence. */

import { t } from "../i18n";
import { preferences } from "./app/preferences.svelte";
import { denialSentence } from "../i18n/sentences";
import type {
    Analysis,
    BoardInfo,
    BoardMap,
    BotInfo,
    Chronicle,
    Join,
    NewTable,
    Positions,
    Problem,
    Rematch,
    Replay,
    SeatLink,
    Seated,
    SummaryCard,
    TableInfo,
    Uploaded,
} from "./wire";

/** Any error as a sentence in the language of the page. */
export function errorMessage(error: unknown): string {
    if (!(error instanceof Denied)) return String(error);
    if (error.code === UNREACHABLE) return t("ui.unreachable");
    return denialSentence({ code: error.code, sentence: error.message });
}

const UNREACHABLE = "unreachable";

export class Denied extends Error {
    readonly code: string;

    constructor(problem: Problem) {
        super(problem.sentence);
        this.code = problem.code;
    }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
    let answer: Response;
    try {
        answer = await fetch(path, init);
    } catch {
        throw new Denied({ code: UNREACHABLE, sentence: "The server cannot be reached." });
    }
    const data: unknown = await answer.json().catch(() => null);
    if (answer.ok) return data as T;
    throw new Denied(
        (data as Problem | null) ?? { code: "trouble", sentence: `The server answered with ${answer.status}.` },
    );
}

function post<T>(path: string, data: unknown = {}): Promise<T> {
    const headers = { "content-type": "application/json" };
    return request<T>(path, { method: "POST", headers, body: JSON.stringify(data) });
}

const at = (table: string, rest = ""): string => `/api/tables/${encodeURIComponent(table)}${rest}`;

/** Where a game comes from: a table of this server, or an uploaded record. */
export type Source = "table" | "record";

/** Access to a whole game, wherever it comes from. */
export interface GameRoutes {
    replay: (decision: number) => Promise<Replay>;
    positions: (first: number) => Promise<Positions>;
    chronicle: () => Promise<Chronicle>;
    review: () => Promise<Analysis>;
    /** The address of its record. */
    record: string;
}

export const api = {
    boards: () => request<BoardInfo[]>("/api/boards"),
    card: (board: string, players: number, firstGame: boolean) =>
        request<SummaryCard>(
            `/api/boards/${encodeURIComponent(board)}/card?players=${players}&first_game=${firstGame}`,
        ),
    map: (board: string) => request<BoardMap>(`/api/boards/${encodeURIComponent(board)}/map`),
    bots: () => request<BotInfo[]>("/api/bots"),
    lobby: () => request<TableInfo[]>("/api/tables"),
    table: (table: string) => request<Seated>(at(table)),
    /** Whoever wants to see everything at once does not wait for bots either. */
    make: (table: NewTable) =>
        post<Seated>("/api/tables", {
            ...table,
            agreed: { ...table.agreed, pause: preferences.pace === "at-once" ? 0 : table.agreed.pause },
        }),
    join: (table: string, who: Join) => post<Seated>(at(table, "/join"), who),
    start: (table: string) => post<Seated>(at(table, "/start")),
    leave: (table: string, seat: number) => post<Seated>(at(table, `/seats/${seat}/leave`)),
    giveToBot: (table: string, seat: number, bot: string) => post<Seated>(at(table, `/seats/${seat}/bot`), { bot }),
    takeBack: (table: string, seat: number) => post<Seated>(at(table, `/seats/${seat}/take-back`)),
    mute: (table: string, seat: number, muted: boolean) => post<Seated>(at(table, `/seats/${seat}/mute`), { muted }),
    link: (table: string, seat: number) => post<SeatLink>(at(table, `/seats/${seat}/link`)),
    claim: (table: string, token: string) => post<Seated>(at(table, "/claim"), { token }),
    rematch: (table: string) => post<Rematch>(at(table, "/rematch")),
    archive: (table: string) => post<Seated>(at(table, "/archive")),
    upload: (record: string) => post<Uploaded>("/api/records", { record }),
    game: (source: Source, id: string): GameRoutes => {
        const path = source === "table" ? at(id) : `/api/records/${encodeURIComponent(id)}`;
        return {
            replay: (decision) => request<Replay>(`${path}/replay?at=${decision}`),
            positions: (first) => request<Positions>(`${path}/positions?first=${first}`),
            chronicle: () => request<Chronicle>(`${path}/chronicle`),
            review: () => post<Analysis>(`${path}/review`),
            record: source === "table" ? `${path}/record` : path,
        };
    },
};
