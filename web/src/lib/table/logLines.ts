/** The log of a table as lines: grouped by round and phase, an auction in one line, without what goes without saying. */

import type { Entry, GameEvent, Message } from "../wire";

export type LogKind = "round" | "phase" | "event" | "message" | "chat";

/** One line of the log. `bids` are those of the auction that ended with this event. */
export interface LogLine {
    at: number;
    seat: number | null;
    kind: LogKind;
    event?: GameEvent;
    message?: Message;
    bids?: readonly Bid[];
}

export interface Bid {
    seat: number;
    amount: number;
}

/** What a filter lets through. */
export type LogFilter = "all" | "game" | "chat";

const IN_AUCTION = new Set(["auction-opened", "bid-raised", "dropped"]);
const SILENT = new Set(["buying-stopped", "building-stopped"]);

export function logLines(entries: readonly Entry[], messages: readonly Message[]): LogLine[] {
    const lines: LogLine[] = [];
    /** For each entry, how long the log was before it, so that a decision that is taken back leaves no lines. */
    const before: number[] = [];
    for (const entry of entries) {
        if (entry.kind === "take-back") {
            lines.length = before.pop() ?? lines.length;
            continue;
        }
        before.push(lines.length);
        for (const event of entry.events) add(lines, event, entry.at);
    }
    for (const message of messages) {
        lines.push({ at: message.at, seat: message.seat, kind: message.kind === "chat" ? "chat" : "message", message });
    }
    return lines.sort((a, b) => a.at - b.at);
}

function add(lines: LogLine[], event: GameEvent, at: number): void {
    if (SILENT.has(event.event)) return;
    const seat = "seat" in event ? event.seat : null;
    if (event.event === "round-began") lines.push({ at, seat, kind: "round", event });
    else if (event.event === "phase-began") lines.push({ at, seat, kind: "phase", event });
    else if (event.event === "plant-sold") lines.push({ at, seat, kind: "event", event, bids: takeBids(lines) });
    else lines.push({ at, seat, kind: "event", event });
}

/** Take the lines of the auction that has just ended from the log; return its bids. */
function takeBids(lines: LogLine[]): Bid[] {
    const bids: Bid[] = [];
    for (let last = lines.at(-1); last?.event !== undefined && IN_AUCTION.has(last.event.event); last = lines.at(-1)) {
        const { event } = last;
        if (event.event === "auction-opened" || event.event === "bid-raised") {
            bids.unshift({ seat: event.seat, amount: event.bid });
        }
        lines.pop();
    }
    return bids;
}

/** How far each bidder went, the highest first. */
export function highestBids(bids: readonly Bid[]): Bid[] {
    const highest = new Map(bids.map(({ seat, amount }) => [seat, amount] as const));
    return [...highest].map(([seat, amount]) => ({ seat, amount })).sort((a, b) => b.amount - a.amount);
}

export function filtered(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
    if (filter === "all") return lines;
    return lines.filter((line) => (line.kind === "chat" || line.kind === "message") === (filter === "chat"));
}

/** What a move is about, if one line has to say it: the end of an auction rather than who dropped out of it. */
export function mainEvent(events: readonly GameEvent[]): GameEvent | undefined {
    return events.find((event) => event.event === "plant-sold") ?? events.find((event) => "seat" in event);
}

/** Selectors of what an event is about: cities on the map, plants in the market and at the players. */
export function targetsOf(event: GameEvent | undefined): string[] {
    if (event === undefined) return [];
    const found: string[] = [];
    if ("city" in event) found.push(`[data-city="${event.city}"]`);
    if ("plant" in event) found.push(`[data-plant="${event.plant}"]`);
    if (event.event === "plants-ran") found.push(...event.plants.map((plant) => `[data-plant="${plant}"]`));
    if (event.event === "fuel-bought") found.push(`[data-seat="${event.seat}"] .fuel`);
    return found;
}
