/** Requests, for all that is not live. A refusal is thrown as `Denied`, with its code and sentence. */

import { t } from "../i18n";
import { isSite } from "./app/address";
import { preferences } from "./app/preferences.svelte";
import { askToKeepStorage } from "./app/storage";
import { backend, type Answer } from "./backend/backend";
import { denialSentence } from "../i18n/sentences";
import type {
    Analysis,
    Announcement,
    BoardInfo,
    BoardMap,
    BotInfo,
    Chronicle,
    Join,
    NewReport,
    NewTable,
    Positions,
    Problem,
    Rematch,
    Replay,
    Reported,
    SeatLink,
    Seated,
    SummaryCard,
    TableInfo,
    Uploaded,
} from "./wire";

/** Any error as a sentence in the language of the page. */
export function errorMessage(error: unknown): string {
    if (!(error instanceof Denied)) return String(error);
    if (error.code === UNREACHABLE) return t(isSite ? "ui.load.problem" : "ui.unreachable");
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

async function textOf(method: "GET" | "POST", path: string, body?: string): Promise<string> {
    let answer: Answer;
    try {
        answer = await backend().request(method, path, body);
    } catch {
        throw new Denied({ code: UNREACHABLE, sentence: "The server cannot be reached." });
    }
    if (answer.status >= 200 && answer.status < 300) return answer.text;
    const problem = parsed(answer.text) as Problem | null;
    throw new Denied(problem ?? { code: "trouble", sentence: `The server answered with ${answer.status}.` });
}

/** The data in an answer; null if something between us and the server has answered otherwise. */
function parsed(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

async function get<T>(path: string): Promise<T> {
    return parsed(await textOf("GET", path)) as T;
}

async function post<T>(path: string, data: unknown = {}): Promise<T> {
    return parsed(await textOf("POST", path, JSON.stringify(data))) as T;
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
    /** End its analysis. A server finishes it, for others may want it too. */
    stopReview: () => Promise<void>;
    /** Its record, as a file to keep. */
    record: () => Promise<File>;
}

export const api = {
    boards: () => get<BoardInfo[]>("/api/boards"),
    card: (board: string, players: number, firstGame: boolean) =>
        get<SummaryCard>(`/api/boards/${encodeURIComponent(board)}/card?players=${players}&first_game=${firstGame}`),
    map: (board: string) => get<BoardMap>(`/api/boards/${encodeURIComponent(board)}/map`),
    bots: () => get<BotInfo[]>("/api/bots"),
    lobby: () => get<TableInfo[]>("/api/tables"),
    table: (table: string) => get<Seated>(at(table)),
    /** Whoever wants to see everything at once does not wait for bots either. */
    make: (table: NewTable) => {
        if (isSite && preferences.tables.length === 0) askToKeepStorage();
        return post<Seated>("/api/tables", {
            ...table,
            agreed: { ...table.agreed, pause: preferences.pace === "at-once" ? 0 : table.agreed.pause },
        });
    },
    join: (table: string, who: Join) => post<Seated>(at(table, "/join"), who),
    start: (table: string) => post<Seated>(at(table, "/start")),
    leave: (table: string, seat: number) => post<Seated>(at(table, `/seats/${seat}/leave`)),
    giveToBot: (table: string, seat: number, bot: string) => post<Seated>(at(table, `/seats/${seat}/bot`), { bot }),
    takeBack: (table: string, seat: number) => post<Seated>(at(table, `/seats/${seat}/take-back`)),
    mute: (table: string, seat: number, muted: boolean) => post<Seated>(at(table, `/seats/${seat}/mute`), { muted }),
    link: (table: string, seat: number) => post<SeatLink>(at(table, `/seats/${seat}/link`)),
    claim: (table: string, token: string) => post<Seated>(at(table, "/claim"), { token }),
    rematch: (table: string) => post<Rematch>(at(table, "/rematch")),
    report: (table: string, what: NewReport) => post<Reported>(at(table, "/report"), what),
    announcement: () => get<Announcement>("/api/announcement"),
    archive: (table: string) => post<Seated>(at(table, "/archive")),
    upload: (record: string) => post<Uploaded>("/api/records", { record }),
    game: (source: Source, id: string): GameRoutes => {
        const path = source === "table" ? at(id) : `/api/records/${encodeURIComponent(id)}`;
        return {
            replay: (decision) => get<Replay>(`${path}/replay?at=${decision}`),
            positions: (first) => get<Positions>(`${path}/positions?first=${first}`),
            chronicle: () => get<Chronicle>(`${path}/chronicle`),
            review: () => post<Analysis>(`${path}/review`),
            stopReview: async () => {
                if (isSite) await post(`${path}/review/stop`);
            },
            record: async () => {
                const text = await textOf("GET", source === "table" ? `${path}/record` : path);
                return new File([text], `kilowatt-${id}.kw`, { type: "text/plain" });
            },
        };
    },
};
