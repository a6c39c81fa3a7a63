/** What the server sends as data, as sentences in the current language: events, refusals, reasons, messages. */

import { isSite } from "../lib/app/address";
import { isBotsOwn, personaAt, personaOf, type Persona } from "../lib/game/botPersonas";
import { styleAndLevel } from "../lib/game/botStyles";
import { FUELS } from "../lib/game/fuels";
import type { Plant } from "../lib/game/plants";
import { shown } from "../lib/game/shownTable.svelte";
import type {
    Action,
    FuelName,
    Fuels,
    GameEvent,
    HintReason,
    Message,
    Problem,
    Question,
    Refusal,
    SeatInfo,
} from "../lib/wire";
import { capitalised, formatList, has, language, t, type MessageKey, type Values } from ".";

/** From the id of a city or region, or its name in the data of the board, to its name in the language. */
export type NameOf = (place: string) => string;

/** Why something is not possible: a refusal of the rules, or a denial of the server, which may have one in it. */
export type Denial = Refusal | (Problem & { refusal?: Refusal | null });

type Facts = Record<string, unknown>;

/** What the players are called who have no name, by seat. */
export const COLOURS = ["red", "blue", "green", "yellow", "purple", "black"] as const;
/** What a refusal says is asked, in the words of the rules. */
const QUESTIONS: Readonly<Record<string, Question>> = {
    "pick a region": "pick-region",
    "open an auction or pass": "open",
    "raise the bid or drop": "bid",
    "scrap one of the older plants": "scrap",
    "say which fuel you keep": "keep-fuel",
    "buy fuel or stop buying": "buy-fuel",
    "build a house or stop building": "build-house",
    "say which plants run": "run-plants",
};

/** Where there is no server, these have other reasons. */
const SITE_DENIALS: Readonly<Record<string, MessageKey>> = {
    trouble: "ui.site.trouble",
    "no-such-table": "ui.site.no-such-game",
    "no-such-record": "ui.site.no-such-game",
};

const asItIs: NameOf = (id) => id;

// Sentences

/** What happened in the game; `names` are the players by seat. */
export function eventSentence(
    event: GameEvent,
    names: readonly string[],
    cityName: NameOf = asItIs,
    regionName: NameOf = asItIs,
): string {
    const key = `event.${event.event}` as const;
    return has(key) ? t(key, eventValues(event, names, cityName, regionName)) : event.event;
}

/** Why the rules say no. With `names`, whoever is up is called by name instead of by colour. */
export function refusalSentence(
    refusal: Refusal,
    names: readonly string[] = [],
    cityName: NameOf = asItIs,
    regionName: NameOf = asItIs,
): string {
    const key = `refusal.${refusal.code}`;
    return has(key) ? t(key, refusalValues(refusal.facts, names, cityName, regionName)) : refusal.sentence;
}

/** Why the rules say no, or the server: over the socket, where the rules may be the reason, or over HTTP. */
export function denialSentence(
    denial: Denial,
    names: readonly string[] = [],
    cityName: NameOf = asItIs,
    regionName: NameOf = asItIs,
): string {
    const refusal = refusalIn(denial);
    if (refusal !== null) return refusalSentence(refusal, names, cityName, regionName);
    const onSite = SITE_DENIALS[denial.code];
    if (isSite && onSite !== undefined) return t(onSite);
    const key = `denial.${denial.code}`;
    return has(key) ? t(key, { sentence: denial.sentence }) : denial.sentence;
}

/** The refusal of the rules, if that is what it comes from. */
export function refusalIn(denial: Denial): Refusal | null {
    return "clause" in denial ? denial : (denial.refusal ?? null);
}

/** A reason for a bot's choice. */
export function reasonSentence(reason: HintReason): string {
    const key = `reason.${reason.code}`;
    return has(key) ? t(key, plainValues(reason.facts)) : reason.sentence;
}

/** A chat message as it was written; a phrase in the language of the page. */
export function chatText({ facts }: Message): string {
    const key = `phrase.${String(facts["phrase"])}`;
    return has(key) ? t(key) : String(facts["text"]);
}

/** What happened at the table; chat messages stay as they were written. */
export function messageSentence(message: Message, names: readonly string[]): string {
    const player = whoIsMeant(message, names);
    if (message.kind === "chat") return `${player}: ${chatText(message)}`;
    const key = `message.${message.kind}`;
    if (!has(key)) return message.kind;
    const bot = String(message.facts["bot"] ?? "");
    const how = String(message.facts["how"] ?? "");
    return t(key, { player, bot: botTitle(bot), how, seat: whoseSeat(message.facts) });
}

/** What a bot proposes to do. */
export function actionSentence(action: Action, cityName: NameOf = asItIs, regionName: NameOf = asItIs): string {
    const key = `choice.${action.do}` as const;
    return has(key) ? t(key, actionValues(action, cityName, regionName)) : action.do;
}

// Names

/** What to call whoever sits at this table here: their nickname; a bot that has the seat to itself has a given name. */
export function seatName(table: string, seat: SeatInfo): string {
    const persona = personaAt(table, seat);
    return persona === null ? (seat.nickname ?? t("word.free-seat")) : personaName(persona);
}

/** What to call all who sit at a table. Where two have one name, each gets a number: "Bruno 1", "Bruno 2". */
export function seatNames({ id, seats }: { id: string; seats: readonly SeatInfo[] }): string[] {
    const names = seats.map((seat) => seatName(id, seat));
    return numbered(names, (place) => seats[place]?.nickname !== null);
}

/** Names that can be told apart: those that are there twice get a number each, unless their place has none. */
export function numbered(names: readonly string[], hasNumber: (place: number) => boolean = () => true): string[] {
    const isTwice = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
    return names.map((name, place) => {
        if (!hasNumber(place) || !isTwice(name)) return name;
        return `${name} ${names.slice(0, place + 1).filter((other) => other === name).length}`;
    });
}

function personaName({ name, cyrillic }: Persona): string {
    return language() === "ru" ? cyrillic : name;
}

/** Whoever a message is about, by the name of that time. */
function whoIsMeant({ facts, seat }: Message, names: readonly string[]): string {
    const { nickname, bot } = facts;
    const isBot = typeof nickname === "string" && typeof bot === "string" && isBotsOwn(nickname, bot);
    if (isBot) return personaName(personaOf(bot, shown.table?.id ?? "", seat ?? 0));
    return String(nickname ?? names[seat ?? -1] ?? t("word.free-seat"));
}

/** A bot by its name: ours in the current language, another by its title, if that is known. */
export function botTitle(name: string, otherwise = name): string {
    const styled = styleAndLevel(name);
    if (styled !== null) return `${t(`bot-style.${styled.style}`)} · ${t(`bot-level.${styled.level}`)}`;
    const key = `bot.${name}`;
    return has(key) ? t(key) : otherwise || name;
}

/** How a bot plays, in a sentence; `otherwise` is for the bots of other packages. */
export function botAbout(name: string, otherwise = ""): string {
    const styled = styleAndLevel(name);
    if (styled !== null) return `${t(`bot-style.${styled.style}.about`)} ${t(`bot-level.${styled.level}.about`)}`;
    const key = `bot.${name}.about`;
    return has(key) ? t(key) : otherwise;
}

/** The number of a plant as cards show it: `33⅓` is the Flux Generator's. */
export function plantNumber(plant: number | string): string {
    return plant === "flux" ? "33⅓" : String(plant);
}

/** All that stands on a card, for whoever cannot see it. */
export function cardInWords({ label, kind, fuel, cities }: Plant): string {
    return t("ui.plant.name", { plant: label, kind: t(`kind.${kind}`), fuel, cities });
}

/** Tokens as a list: "2 coal and 1 oil", or "nothing". */
export function fuelsInWords(fuels: Fuels): string {
    const parts = FUELS.filter((fuel) => (fuels[fuel] ?? 0) > 0).map((fuel) => tokens(fuel, fuels[fuel] ?? 0));
    return parts.length > 0 ? formatList(parts) : t("fuel.none");
}

export function tokens(fuel: FuelName, n: number): string {
    return t(`fuel.count.${fuel}`, { n });
}

/** A plant within a sentence: Hungarian says "az 5-ös", so the message gets the ending of the number. */
export function plantName(plant: number | string): string {
    return t("plant.name", { plant: plantNumber(plant), ending: endingOf(plant) });
}

/** How a number is read aloud at its end: units and full tens as they are, `x5` for 15, 25, … */
function endingOf(plant: number | string): string {
    if (plant === "flux") return "third";
    if (typeof plant === "string") return "other";
    return plant < 10 || plant % 10 === 0 ? String(plant) : `x${plant % 10}`;
}

function whoseSeat(facts: Message["facts"]): string {
    if (facts["nickname"] == null) return "free";
    if (isBotsOwn(String(facts["nickname"]), String(facts["bot"]))) return "bot";
    return facts["by_host"] === true ? "host" : "own";
}

// Values

function eventValues(event: GameEvent, names: readonly string[], cityName: NameOf, regionName: NameOf): Values {
    const player = "seat" in event ? { player: names[event.seat] ?? "" } : {};
    switch (event.event) {
        case "region-picked":
            return { ...player, region: regionName(event.region) };
        case "round-began":
            return { round: event.round, order: inOrder(event.order, names) };
        case "order-changed":
            return { order: inOrder(event.order, names) };
        case "phase-began":
            return { number: event.phase, phase: phaseName(event.phase) };
        case "step-began":
            return { step: event.step };
        case "fuel-bought":
            return { ...player, fuels: tokens(event.fuel, event.prices.length), cost: event.cost };
        case "fuel-lost":
        case "fuel-resupplied":
            return { ...player, fuels: fuelsInWords(event.fuel) };
        case "plant-removed":
            return { plant: plantName(event.plant), reason: event.reason.replace("-", "_") };
        case "house-built":
            return {
                ...player,
                city: cityName(event.city),
                start: String(event.start),
                way: event.route_price === 0 ? "none" : "some",
                route: event.route_price,
                slot: event.slot_price,
                cost: event.route_price + event.slot_price,
            };
        case "plants-ran":
            return { ...player, ...runValues(event.plants, event.burnt), powered: event.powered, income: event.income };
        case "game-ended": {
            const best = event.ranking[0];
            const winners = (best?.seats ?? []).map((seat) => names[seat] ?? "");
            const shared = winners.length > 1 ? "yes" : "no";
            return { winners: formatList(winners), shared, powered: best?.powered ?? 0, money: best?.money ?? 0 };
        }
        default:
            return { ...player, ...plainValues(event) };
    }
}

function actionValues(action: Action, cityName: NameOf, regionName: NameOf): Values {
    switch (action.do) {
        case "pick-region":
            return { region: regionName(action.region) };
        case "bid":
            return { bid: action.amount };
        case "keep-fuel":
            return { fuels: fuelsInWords(action.fuel) };
        case "buy-fuel":
            return { fuels: tokens(action.fuel, action.amount) };
        case "build-house":
            return { city: cityName(action.city), start: String(action.start ?? false) };
        case "run-plants":
            return runValues(action.plants, action.burn);
        default:
            return plainValues(action);
    }
}

function runValues(plants: readonly (number | string)[], burnt: Fuels): Values {
    const ran = plants.length === 0 ? "none" : "some";
    return { ran, plants: plants.map(plantNumber).join(", "), fuels: fuelsInWords(burnt) };
}

function refusalValues(
    facts: Refusal["facts"],
    names: readonly string[],
    cityName: NameOf,
    regionName: NameOf,
): Values {
    const { what, asked, turn, burn, countries, fuel, city, region } = facts;
    const values = plainValues(facts);
    if (typeof city === "string") values["city"] = cityName(city);
    if (typeof region === "string") values["region"] = regionName(region);
    if (typeof what === "string") values["what"] = actionLabel(what);
    if (typeof asked === "string") values["asked"] = question(asked);
    if (typeof turn === "string") values["turn"] = whoIsUp(turn, names);
    if (typeof burn === "string") values["burn"] = fuelsInWords(fuelsFrom(burn));
    if (Array.isArray(countries)) values["countries"] = formatList(countries.map(countryName), "disjunction");
    if (isFuel(fuel)) values["tokens"] = tokens(fuel, Number(facts["amount"] ?? facts["left"] ?? facts["room"]));
    return values;
}

/** Numbers and words as they are, plants as sentences name them. */
function plainValues(facts: object): Values {
    const values: Values = {};
    for (const [name, fact] of Object.entries(facts as Facts)) {
        if (typeof fact !== "string" && typeof fact !== "number") continue;
        values[name] = name === "plant" ? plantName(fact) : fact;
    }
    return values;
}

function inOrder(seats: readonly number[], names: readonly string[]): string {
    return seats.map((seat) => names[seat] ?? "").join(", ");
}

function phaseName(phase: number): string {
    const key = `phase.${phase}`;
    return has(key) ? t(key) : "";
}

function actionLabel(className: string): string {
    const key = `action.${className.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`;
    return has(key) ? t(key) : className;
}

function question(inEnglish: string): string {
    const asked = QUESTIONS[inEnglish];
    return asked === undefined ? inEnglish : t(`asked.${asked}`);
}

function whoIsUp(colourName: string, names: readonly string[]): string {
    const seat = COLOURS.findIndex((colour) => colour === colourName.toLowerCase());
    const colour = COLOURS[seat];
    return names[seat] ?? (colour === undefined ? colourName : capitalised(t(`word.${colour}`)));
}

export function countryName(code: string | number): string {
    const key = `country.${code}`;
    return has(key) ? t(key) : String(code);
}

/** From "2 coal 1 oil" to the tokens. */
function fuelsFrom(words: string): Fuels {
    const fuels: Fuels = {};
    for (const [, amount, fuel] of words.matchAll(/(\d+) (\w+)/g)) if (isFuel(fuel)) fuels[fuel] = Number(amount);
    return fuels;
}

function isFuel(word: unknown): word is FuelName {
    return FUELS.some((fuel) => fuel === word);
}
