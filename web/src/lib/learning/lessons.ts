/**
 * The lessons of the guided game: when each is due, and the one thing on the screen that it points at.
 *
 * A lesson belongs to a question that is asked of the learner. Its numbers come from the position.
 */

import { plantNamed } from "../game/plants";
import { bestRun } from "../plan/plantRuns";
import type { Figures, Offers, PlayerView, Position, Question, View } from "../wire";
import type { Values } from "../../i18n";

/** What a lesson looks at. */
interface Moment {
    view: View;
    figures: Figures;
    offers: Offers;
    seat: number;
    me: PlayerView;
}

interface Rule {
    asked: readonly Question[];
    isDue?: (now: Moment) => boolean;
    /** The selector of what it points at. */
    target: string | ((now: Moment) => string);
    /** The selector of what the learner presses to do what the lesson says, if that is not what it points at. */
    doing?: string;
    facts?: (now: Moment) => Values;
}

const isLater = ({ view }: Moment): boolean => view.round > 1;
const myRow = ({ seat }: Moment): string => `.players [data-seat="${seat}"]`;
const card = (plant: number | string): string => `.plants [data-plant="${plant}"]`;
/** A fuel that the learner's plants have room for and that is for sale. */
const fuelFor = ({ offers }: Moment) => offers.fuels?.find(({ room, most }) => room > 0 && most > 0);
/** The plant on auction, or one that the learner may put up. */
const plantFor = ({ offers }: Moment) =>
    offers.bidding?.plant ?? offers.plants?.find(({ refusal }) => refusal === null)?.plant;
const rest = ({ offers }: Moment) => offers.runs?.find(({ plants }) => plants.length === 0);

/** In the order in which they come if several are due. Those of later rounds leave the first one room. */
const RULES = {
    goal: {
        asked: ["open", "bid"],
        target: (now) => `${myRow(now)} .lit`,
        facts: ({ figures }) => ({ cities: figures.end_cities }),
    },
    card: {
        asked: ["open", "bid"],
        isDue: (now) => plantFor(now) !== undefined,
        target: (now) => (now.offers.bidding == null ? card(plantFor(now) ?? "") : "section.panel .lot .card"),
        doing: ".plants .card",
        facts: (now) => {
            const { label, fuel, cities } = plantNamed(plantFor(now) ?? 0);
            return { plant: label, fuel, cities };
        },
    },
    "must-buy": {
        asked: ["open", "bid"],
        isDue: (now) => !isLater(now),
        target: ".plants .row",
        facts: ({ me }) => ({ money: me.money ?? 0 }),
    },
    bid: {
        asked: ["bid"],
        target: "section.panel .actions",
        facts: ({ offers }) => ({ plant: offers.bidding?.plant ?? "", bid: offers.bidding?.bid ?? 0 }),
    },
    open: {
        asked: ["open"],
        isDue: ({ offers }) => offers.done == null,
        target: 'section.panel [aria-keyshortcuts~="P"]',
        doing: ".plants .card",
    },
    full: {
        asked: ["open", "bid"],
        isDue: ({ me, figures }) => me.plants.length >= figures.max_plants,
        target: "section.panel .mine",
        facts: ({ figures }) => ({ plants: figures.max_plants }),
    },
    old: {
        asked: ["open"],
        isDue: ({ view }) => view.round > 2,
        target: ".plants .row",
        doing: ".plants .card",
    },
    scrap: { asked: ["scrap"], target: "section.panel .row" },
    "keep-fuel": { asked: ["keep-fuel"], target: "section.panel .row" },
    "buy-fuel": {
        asked: ["buy-fuel"],
        isDue: (now) => fuelFor(now) !== undefined,
        target: (now) => `.market [data-fuel="${fuelFor(now)?.fuel}"] .spaces`,
        doing: ".market [data-fuel], section.panel .fuels button",
        facts: (now) => ({ price: fuelFor(now)?.prices[0] ?? 0 }),
    },
    order: { asked: ["buy-fuel"], isDue: isLater, target: myRow },
    store: {
        asked: ["buy-fuel"],
        isDue: (now) => isLater(now) && fuelFor(now) !== undefined,
        target: "section.panel .choices",
        facts: ({ figures }) => ({ runs: figures.stored_runs }),
    },
    begin: {
        asked: ["build-house"],
        isDue: ({ me }) => me.cities.length === 0,
        target: ".board .pill",
        doing: "[data-city]",
        facts: ({ view, seat }) => ({
            canWait: String(view.players.some(({ cities }, other) => other !== seat && cities.length === 0)),
        }),
    },
    "build-house": {
        asked: ["build-house"],
        isDue: ({ offers }) => offers.cities?.some(({ refusal }) => refusal === null) === true,
        target: ".city.open .price",
        doing: "[data-city]",
    },
    "run-plants": {
        asked: ["run-plants"],
        target: "section.panel .actions .main",
        facts: ({ offers }) => {
            const { powered = 0, income = 0 } = bestRun(offers.runs ?? []) ?? {};
            return { powered, income };
        },
    },
    resupply: { asked: ["run-plants"], target: ".market .more" },
    "no-city": {
        asked: ["run-plants"],
        isDue: (now) => isLater(now) && rest(now) !== undefined,
        target: "section.panel .actions .main",
        facts: (now) => ({ income: rest(now)?.income ?? 0 }),
    },
} satisfies Record<string, Rule>;

export type LessonName = keyof typeof RULES | "over";

export const LESSONS = [...(Object.keys(RULES) as (keyof typeof RULES)[]), "over"] as const;

/** A lesson as it is shown. */
export interface Lesson {
    readonly name: LessonName;
    /** The number of the decision that it belongs to. */
    readonly decision: number;
    readonly target: string;
    readonly doing: string;
    readonly facts: Values;
}

/** The lessons that this position calls for, in order; `mine` are the seats of the learner. */
export function lessonsDue(position: Position, mine: readonly number[]): Lesson[] {
    const { decision, view, figures, offers } = position;
    if (view.over) {
        const target = ".sheet.panel table";
        return [{ name: "over", decision, target, doing: ".sheet.panel .main", facts: {} }];
    }
    const seat = view.seat ?? -1;
    const me = view.players[seat];
    if (offers === null || me === undefined || !mine.includes(seat)) return [];
    const now = { view, figures, offers, seat, me };
    return (Object.entries(RULES) as [keyof typeof RULES, Rule][])
        .filter(([, rule]) => view.asked !== null && rule.asked.includes(view.asked) && rule.isDue?.(now) !== false)
        .map(([name, rule]) => {
            const target = typeof rule.target === "string" ? rule.target : rule.target(now);
            return { name, decision, target, doing: rule.doing ?? target, facts: rule.facts?.(now) ?? {} };
        });
}
