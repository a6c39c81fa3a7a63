/**
 * A table as this page knows it: a socket that reconnects by itself, and the data received over it.
 *
 * A message that was unanswered when the connection broke is sent again with the same key, so it takes effect once.
 */

import type {
    Accepted,
    Action,
    Answer,
    Entry,
    Hint,
    Message,
    Phrase,
    Position,
    Problem,
    Refused,
    ClientMessage,
    TableInfo,
    ServerMessage,
} from "../wire";
import { isSite } from "../app/address";
import { announcement } from "../app/announcement.svelte";
import { preferences } from "../app/preferences.svelte";
import { backend, type TableSocket } from "../backend/backend";
import { Playback } from "./playback.svelte";
import { withoutRemoved } from "./removedMessages";

export type ConnectionStatus = "connecting" | "open" | "offline" | "closed";
export type Reply = Accepted | Refused | Answer | Hint;

/** A chat message: written, or one of the phrases. */
export type Said = { text: string } | { phrase: Phrase };

const RETRY_DELAYS = [200, 500, 1000, 2000, 5000];
const PING_INTERVAL = 20_000;

type Unsent = Exclude<ClientMessage, { type: "hello" } | { type: "ping" }>;
type WithoutKey<T> = T extends unknown ? Omit<T, "key"> : never;

/** A random 128-bit key. `randomUUID` would need HTTPS, which a server at home does not have. */
function newKey(): string {
    return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

interface Waiting {
    message: Unsent;
    answered: (reply: Reply) => void;
}

export class TableConnection {
    readonly table: string;
    /** The position and the entries that are shown now: those of others come one after the other. */
    readonly playback = new Playback(() => preferences.pace);
    status = $state<ConnectionStatus>("connecting");
    info = $state.raw<TableInfo | null>(null);
    seats = $state.raw<readonly number[]>([]);
    host = $state(false);
    messages = $state.raw<readonly Message[]>([]);
    /** The latest messages, for announcements. */
    lastMessages = $state.raw<readonly Message[]>([]);
    /** Why the server closed the connection for good, if it did. */
    closed = $state.raw<Problem | null>(null);

    #socket: TableSocket | null = null;
    /** What came before the welcome, if much was missed. */
    #history: Entry[] = [];
    #waiting = new Map<string, Waiting>();
    #tries = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #ping: ReturnType<typeof setInterval> | undefined;
    #isAlive = false;
    #left = false;

    /** Connects once `first` has resolved, because only later requests know about a seat just taken. */
    constructor(table: string, first: Promise<void> = Promise.resolve()) {
        this.table = table;
        void first.then(() => {
            if (!this.#left) this.#connect();
        });
        addEventListener("online", this.#onOnline);
        addEventListener("offline", this.#onOffline);
    }

    /** Leave the table, without reconnecting. */
    leave(): void {
        this.#left = true;
        this.playback.skip();
        removeEventListener("online", this.#onOnline);
        removeEventListener("offline", this.#onOffline);
        this.#closeSocket();
    }

    /** Reconnect, because a seat just taken has a new cookie, which only a new socket sends. */
    reconnect(): void {
        if (this.#left) return;
        this.status = "connecting";
        this.#connect();
    }

    get position(): Position | null {
        return this.playback.position;
    }
    get entries(): readonly Entry[] {
        return this.playback.entries;
    }
    /** The entries shown last, for animations. */
    get newEntries(): readonly Entry[] {
        return this.playback.newEntries;
    }

    play(seat: number, action: Action): Promise<Reply> {
        return this.#request({ type: "play", seat, decision: this.#decision, action });
    }
    undo(seat: number): Promise<Reply> {
        return this.#request({ type: "undo", seat, decision: this.#decision });
    }
    ceiling(seat: number, amount: number | null): Promise<Reply> {
        return this.#request({ type: "ceiling", seat, decision: this.#decision, amount });
    }
    stayOut(seat: number, on: boolean): Promise<Reply> {
        return this.#request({ type: "stay-out", seat, on });
    }
    whatIf(seat: number, actions: Action[]): Promise<Reply> {
        return this.#request({ type: "what-if", seat, decision: this.#decision, actions });
    }
    hint(seat: number): Promise<Reply> {
        return this.#request({ type: "hint", seat, decision: this.#decision });
    }
    chat(seat: number, said: Said): Promise<Reply> {
        return this.#request("text" in said ? { type: "chat", seat, ...said } : { type: "phrase", seat, ...said });
    }

    get #decision(): number {
        return this.position?.decision ?? 0;
    }

    #request(unkeyed: WithoutKey<Unsent>): Promise<Reply> {
        const message: Unsent = { ...unkeyed, key: newKey() };
        return new Promise((answered) => {
            this.#waiting.set(message.key, { message, answered });
            if (this.status === "open") this.#send(message);
        });
    }

    #send(message: ClientMessage): void {
        this.#socket?.send(JSON.stringify(message));
    }

    #connect(): void {
        this.#closeSocket();
        const socket = backend().socket(this.table);
        this.#socket = socket;
        this.#history = [];
        socket.onopen = () => this.#send({ type: "hello", seen: this.playback.received, heard: this.#messagesSeen });
        socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as ServerMessage);
        socket.onclose = (event) => this.#onClose(event);
    }

    /** Drop the socket, whatever it is doing: two at once would deliver everything twice. */
    #closeSocket(): void {
        clearTimeout(this.#timer);
        clearInterval(this.#ping);
        const socket = this.#socket;
        if (socket === null) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
        this.#socket = null;
    }

    /** A connection can die without an event, as in a tunnel. An unanswered ping shows it once the next one is due. */
    #checkAlive(): void {
        if (this.#isAlive) {
            this.#isAlive = false;
            this.#send({ type: "ping" });
        } else this.#retry();
    }

    get #messagesSeen(): number {
        return this.messages.at(-1)?.number ?? 0;
    }

    #onClose(event: { code: number; reason: string }): void {
        if (event.code === 1008 && event.reason !== "too-many-messages") {
            this.#closeSocket();
            this.status = "closed";
            this.closed ??= { code: event.reason, sentence: event.reason };
            return;
        }
        this.#retry();
    }

    #retry(): void {
        this.#closeSocket();
        this.status = "offline";
        const delay = RETRY_DELAYS[Math.min(this.#tries, RETRY_DELAYS.length - 1)] ?? 5000;
        this.#tries += 1;
        this.#timer = setTimeout(() => this.#connect(), delay * (0.75 + Math.random() / 2));
    }

    #onOnline = (): void => {
        if (this.status === "offline") this.#connect();
    };

    /** The browser is offline, which a socket would notice much later. A server on this machine answers at once. */
    #onOffline = (): void => {
        if (this.status === "open" && !isSite) this.#retry();
    };

    #receive(received: ServerMessage): void {
        this.#isAlive = true;
        switch (received.type) {
            case "history":
                this.#history.push(...received.entries);
                break;
            case "welcome":
                this.info = received.table;
                this.seats = received.seats;
                this.host = received.host;
                this.playback.reset([...this.#history.splice(0), ...received.entries], received.position);
                this.messages = withoutRemoved([...this.messages, ...received.messages]);
                this.lastMessages = [];
                this.status = "open";
                this.#tries = 0;
                this.#ping = setInterval(() => this.#checkAlive(), PING_INTERVAL);
                for (const { message } of this.#waiting.values()) this.#send(message);
                break;
            case "update":
                this.playback.add(received, this.#isOurs(received.entries));
                break;
            case "table":
                this.info = received.table;
                this.seats = received.seats;
                this.messages = withoutRemoved([...this.messages, ...received.messages]);
                this.lastMessages = received.messages;
                break;
            case "closing":
                if (!received.come_back) this.closed = { code: received.code, sentence: received.sentence };
                break;
            case "announcement":
                announcement.tell(received);
                break;
            case "pong":
                break;
            default:
                this.#answered(received);
        }
    }

    /** Whether these entries are what this device has just asked for. */
    #isOurs(entries: readonly Entry[]): boolean {
        const numbers = entries.map((entry) => entry.number);
        return [...this.#waiting.values()].some(
            ({ message }) => (message.type === "play" || message.type === "undo") && numbers.includes(message.decision),
        );
    }

    #answered(reply: Reply): void {
        if (reply.type === "refused" && reply.position != null) this.playback.correct(reply.position);
        if (reply.key === null) return;
        const waiting = this.#waiting.get(reply.key);
        this.#waiting.delete(reply.key);
        waiting?.answered(reply);
    }
}
