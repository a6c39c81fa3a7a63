/**
 * A table as this page knows it: a socket that comes back by itself, and what came over it.
 *
 * A message that was sent and not answered when the line broke is sent again with the same key: it happens once.
 */

import type {
    Accepted,
    Action,
    Answer,
    Entry,
    Hint,
    Message,
    Position,
    Problem,
    Refused,
    ClientMessage,
    TableInfo,
    ServerMessage,
} from "./wire";

export type ConnectionStatus = "connecting" | "open" | "offline" | "closed";
export type Reply = Accepted | Refused | Answer | Hint;

const PAUSES = [200, 500, 1000, 2000, 5000];
const PING_EVERY = 20_000;

type Unsent = Exclude<ClientMessage, { type: "hello" } | { type: "ping" }>;
type WithoutKey<T> = T extends unknown ? Omit<T, "key"> : never;

/** A fresh word of 128 bits. Not `randomUUID`, which browsers have for https alone: at home one plays without. */
function newKey(): string {
    return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

interface Waiting {
    message: Unsent;
    answered: (reply: Reply) => void;
}

export class TableConnection {
    readonly table: string;
    status = $state<ConnectionStatus>("connecting");
    info = $state.raw<TableInfo | null>(null);
    seats = $state.raw<readonly number[]>([]);
    host = $state(false);
    position = $state.raw<Position | null>(null);
    entries = $state.raw<readonly Entry[]>([]);
    messages = $state.raw<readonly Message[]>([]);
    /** The entries of the last update, for what is to be seen to change. */
    news = $state.raw<readonly Entry[]>([]);
    /** The messages that came last, for whoever listens. */
    lastMessages = $state.raw<readonly Message[]>([]);
    /** Why the server closed the line for good, if it did. */
    closed = $state.raw<Problem | null>(null);

    #socket: WebSocket | null = null;
    #waiting = new Map<string, Waiting>();
    #tries = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #ping: ReturnType<typeof setInterval> | undefined;
    #isAlive = false;
    #left = false;

    /** The line is taken up once `first` is done: a seat that was just taken comes with the next request. */
    constructor(table: string, first: Promise<void> = Promise.resolve()) {
        this.table = table;
        void first.then(() => {
            if (!this.#left) this.#connect();
        });
        addEventListener("online", this.#hurry);
        addEventListener("offline", this.#doubt);
    }

    /** Leave the table: the line is not taken up again. */
    leave(): void {
        this.#left = true;
        removeEventListener("online", this.#hurry);
        removeEventListener("offline", this.#doubt);
        this.#hangUp();
    }

    /** Take up the line anew: a seat that was just taken is known to the next socket alone, its cookie being new. */
    comeAgain(): void {
        if (this.#left) return;
        this.status = "connecting";
        this.#connect();
    }

    play(seat: number, action: Action): Promise<Reply> {
        return this.#ask({ type: "play", seat, decision: this.#decision, action });
    }
    undo(seat: number): Promise<Reply> {
        return this.#ask({ type: "undo", seat, decision: this.#decision });
    }
    ceiling(seat: number, amount: number | null): Promise<Reply> {
        return this.#ask({ type: "ceiling", seat, decision: this.#decision, amount });
    }
    whatIf(seat: number, actions: Action[]): Promise<Reply> {
        return this.#ask({ type: "what-if", seat, decision: this.#decision, actions });
    }
    hint(seat: number): Promise<Reply> {
        return this.#ask({ type: "hint", seat, decision: this.#decision });
    }
    chat(seat: number, text: string): Promise<Reply> {
        return this.#ask({ type: "chat", seat, text });
    }

    get #decision(): number {
        return this.position?.decision ?? 0;
    }

    #ask(said: WithoutKey<Unsent>): Promise<Reply> {
        const message: Unsent = { ...said, key: newKey() };
        return new Promise((answered) => {
            this.#waiting.set(message.key, { message, answered });
            if (this.status === "open") this.#send(message);
        });
    }

    #send(message: ClientMessage): void {
        this.#socket?.send(JSON.stringify(message));
    }

    #connect(): void {
        this.#hangUp();
        const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/play`, location.href);
        address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
        const socket = new WebSocket(address);
        this.#socket = socket;
        socket.onopen = () => this.#send({ type: "hello", seen: this.entries.length, heard: this.#heard });
        socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as ServerMessage);
        socket.onclose = (event) => this.#lost(event);
    }

    /** Let go of the socket, whatever it is doing: two at once would tell everything twice. */
    #hangUp(): void {
        clearTimeout(this.#timer);
        clearInterval(this.#ping);
        const socket = this.#socket;
        if (socket === null) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
        this.#socket = null;
    }

    /** A line may be dead without anybody saying so, as in a tunnel: it is if a ping gets no answer until the next. */
    #knock(): void {
        if (this.#isAlive) {
            this.#isAlive = false;
            this.#send({ type: "ping" });
        } else this.#retry();
    }

    get #heard(): number {
        return this.messages.at(-1)?.number ?? 0;
    }

    #lost(event: CloseEvent): void {
        if (event.code === 1008 && event.reason !== "too-many-messages") {
            this.#hangUp();
            this.status = "closed";
            this.closed ??= { code: event.reason, sentence: event.reason };
            return;
        }
        this.#retry();
    }

    #retry(): void {
        this.#hangUp();
        this.status = "offline";
        const pause = PAUSES[Math.min(this.#tries, PAUSES.length - 1)] ?? 5000;
        this.#tries += 1;
        this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
    }

    #hurry = (): void => {
        if (this.status === "offline") this.#connect();
    };

    /** The browser has lost its network: a socket would notice much later. A server on this machine answers at once. */
    #doubt = (): void => {
        if (this.status === "open") this.#retry();
    };

    #hear(told: ServerMessage): void {
        this.#isAlive = true;
        switch (told.type) {
            case "welcome":
                this.info = told.table;
                this.seats = told.seats;
                this.host = told.host;
                this.entries = [...this.entries, ...told.entries];
                this.messages = [...this.messages, ...told.messages];
                this.position = told.position;
                this.news = [];
                this.lastMessages = [];
                this.status = "open";
                this.#tries = 0;
                this.#ping = setInterval(() => this.#knock(), PING_EVERY);
                for (const { message } of this.#waiting.values()) this.#send(message);
                break;
            case "update":
                this.entries = [...this.entries, ...told.entries];
                this.position = told.position;
                this.news = told.entries;
                break;
            case "table":
                this.info = told.table;
                this.seats = told.seats;
                this.messages = [...this.messages, ...told.messages];
                this.lastMessages = told.messages;
                break;
            case "closing":
                if (!told.come_back) this.closed = { code: told.code, sentence: told.sentence };
                break;
            case "pong":
                break;
            default:
                this.#answered(told);
        }
    }

    #answered(reply: Reply): void {
        if (reply.type === "refused" && reply.position != null) this.position = reply.position;
        if (reply.key === null) return;
        const waiting = this.#waiting.get(reply.key);
        this.#waiting.delete(reply.key);
        waiting?.answered(reply);
    }
}
