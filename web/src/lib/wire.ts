/**
 * Everything that goes between this page and the table server. Written by tools/web_types.py: change the Structs in
 * src/kilowatt, then run it again.
 *
 * A field with a question mark may be missing in what the server sends, which then means its default (no tokens, no
 * offers); or it may be left out of what only the page sends.
 */

/** The four fuels. */
export type FuelName = "coal" | "garbage" | "oil" | "uranium";

/** A plant: its number, or the Flux Generator. */
export type PlantName = number | "flux";

/** A card of the plant market: a plant, or the Step 3 card. */
export type CardName = PlantName | "step3";

/** The decision a seat has to make. */
export type Question = "bid" | "build-house" | "buy-fuel" | "keep-fuel" | "open" | "pick-region" | "run-plants" | "scrap";

/** The colours of the seats. */
export type Colour = "black" | "blue" | "green" | "purple" | "red" | "yellow";

/** How far a table is. */
export type Status = "finished" | "open" | "playing";

/** Why a plant left the market. */
export type RemovalReason = "bureaucracy" | "first-pass" | "flux" | "obsolete" | "step-2" | "step-3" | "unsold";

/** What can be said in the chat at the press of a button. */
export type Phrase = "good-game" | "good-luck" | "hello" | "moment" | "oops" | "well-played";

/** One decision of one player. */
export type Action =
    | PickRegion
    | Open
    | Pass
    | Bid
    | Drop
    | Scrap
    | KeepFuel
    | BuyFuel
    | StopBuying
    | BuildHouse
    | StopBuilding
    | RunPlants;

/** Something that happened in the game. */
export type GameEvent =
    | RegionPicked
    | RoundBegan
    | PhaseBegan
    | OrderChanged
    | AuctionOpened
    | BidRaised
    | Dropped
    | Passed
    | PlantSold
    | PlantScrapped
    | FuelLost
    | PlantDrawn
    | PlantRemoved
    | PlantWentUnder
    | Step3Drawn
    | Step3CardLeft
    | StepBegan
    | FuelBought
    | BuyingStopped
    | HouseBuilt
    | BuildingStopped
    | PlantsRan
    | FuelResupplied
    | GameEnded;

/** A message from the page, over a socket. */
export type ClientMessage = Hello | Play | Undo | LeaveCeiling | StayOut | WhatIf | AskHint | Chat | SayPhrase | Ping;

/** A message from the server, over a socket. */
export type ServerMessage =
    | History
    | Welcome
    | Update
    | Accepted
    | Refused
    | Answer
    | Hint
    | TableChanged
    | Pong
    | Closing
    | Announcement;

// Actions

/** Pick a region for the game, in a draft (R2.1). */
export interface PickRegion {
    do: "pick-region";
    region: string;
}

/** Put a plant of the current row up for auction with an opening bid (R4.1, R4.3). */
export interface Open {
    do: "open";
    plant: PlantName;
    bid: number;
}

/** Open no auction and leave the auction phase for this round (R4.2). */
export interface Pass {
    do: "pass";
}

/** Raise the standing bid for the plant under auction (R4.4). */
export interface Bid {
    do: "bid";
    amount: number;
}

/** Leave this auction, but not the phase (R4.4). */
export interface Drop {
    do: "drop";
}

/** Scrap an older plant, having bought one more than allowed (R4.6). */
export interface Scrap {
    do: "scrap";
    plant: PlantName;
}

/** A number of tokens of each of the four fuels. */
export interface Fuels {
    coal?: number;
    oil?: number;
    garbage?: number;
    uranium?: number;
}

/** Choose which fuel to keep when not all of it can be stored after scrapping (R4.6). */
export interface KeepFuel {
    do: "keep-fuel";
    fuel: Fuels;
}

/** Buy the cheapest tokens of one fuel (R5.1). */
export interface BuyFuel {
    do: "buy-fuel";
    fuel: FuelName;
    amount: number;
}

/** Buy no more fuel this round (R5.1). */
export interface StopBuying {
    do: "stop-buying";
}

/** Build a house in a city (R6.1). `start` starts a new network, on boards that allow it (R9.7). */
export interface BuildHouse {
    do: "build-house";
    city: string;
    start?: boolean;
}

/** Build no more houses this round (R6.1). */
export interface StopBuilding {
    do: "stop-building";
}

/** Run these plants, in ascending order, burning this fuel in total (R7.1). */
export interface RunPlants {
    do: "run-plants";
    plants: PlantName[];
    burn: Fuels;
}

// Events

/** A player picked a region (R2.1). */
export interface RegionPicked {
    event: "region-picked";
    seat: number;
    region: string;
}

/** A new round begins, in this turn order (R3.1). */
export interface RoundBegan {
    event: "round-began";
    round: number;
    order: number[];
}

/** A phase (2 to 5) begins. */
export interface PhaseBegan {
    event: "phase-began";
    phase: number;
}

/** The turn order was determined again after the auction of round 1 (R3.2). */
export interface OrderChanged {
    event: "order-changed";
    order: number[];
}

/** A player put a plant up for auction (R4.1). */
export interface AuctionOpened {
    event: "auction-opened";
    seat: number;
    plant: PlantName;
    bid: number;
}

/** A player raised the bid (R4.4). */
export interface BidRaised {
    event: "bid-raised";
    seat: number;
    plant: PlantName;
    bid: number;
}

/** A player left this auction (R4.4). */
export interface Dropped {
    event: "dropped";
    seat: number;
    plant: PlantName;
}

/** A player passed: out of this auction phase (R4.2). */
export interface Passed {
    event: "passed";
    seat: number;
}

/** A player paid for a plant and took it (R4.5). */
export interface PlantSold {
    event: "plant-sold";
    seat: number;
    plant: PlantName;
    price: number;
}

/** A player scrapped a plant (R4.6). */
export interface PlantScrapped {
    event: "plant-scrapped";
    seat: number;
    plant: PlantName;
}

/** Fuel that could no longer be stored went to supply (R4.6). */
export interface FuelLost {
    event: "fuel-lost";
    seat: number;
    fuel: Fuels;
}

/** A plant was drawn from the deck and sorted into the market (R4.7). */
export interface PlantDrawn {
    event: "plant-drawn";
    plant: PlantName;
}

/** A plant left the market and the game. */
export interface PlantRemoved {
    event: "plant-removed";
    plant: PlantName;
    reason: RemovalReason;
}

/** The highest plant went under the deck (R7.3). */
export interface PlantWentUnder {
    event: "plant-went-under";
    plant: PlantName;
}

/** The Step 3 card came up, and the deck was shuffled (R8.1-R8.3). */
export interface Step3Drawn {
    event: "step-3-drawn";
}

/** The Step 3 card left the market, which is a single row from now on (R8.4). */
export interface Step3CardLeft {
    event: "step-3-card-left";
}

/** Step 2 or 3 begins (R6.8, R8.1-R8.3). */
export interface StepBegan {
    event: "step-began";
    step: number;
}

/** A player bought fuel, at the price of each token (R5.1). */
export interface FuelBought {
    event: "fuel-bought";
    seat: number;
    fuel: FuelName;
    prices: number[];
    cost: number;
}

/** A player buys no more fuel this round. */
export interface BuyingStopped {
    event: "buying-stopped";
    seat: number;
}

/** A player built a house: the route from the network to the city, its price and that of the slot (R6.3). */
export interface HouseBuilt {
    event: "house-built";
    seat: number;
    city: string;
    route: string[];
    route_price: number;
    slot_price: number;
    start: boolean;
}

/** A player builds no more this round. */
export interface BuildingStopped {
    event: "building-stopped";
    seat: number;
}

/** A player ran plants, powered cities and was paid (R7.1). */
export interface PlantsRan {
    event: "plants-ran";
    seat: number;
    plants: PlantName[];
    burnt: Fuels;
    powered: number;
    income: number;
}

/** The fuel market was resupplied (R7.2). */
export interface FuelResupplied {
    event: "fuel-resupplied";
    fuel: Fuels;
}

/** One place of the final ranking and its seats (R8.6). Seats share a place only if they are tied on everything. */
export interface Place {
    seats: number[];
    powered: number;
    money: number;
    cities: number;
}

/** The game is over: the ranking, best first (R8.6). */
export interface GameEnded {
    event: "game-ended";
    ranking: Place[];
}

// What a seat sees

/** What is known about one player. `money` is null if it is hidden; `starts` counts networks started (Japan). */
export interface PlayerView {
    money: number | null;
    plants: PlantName[];
    fuel: Fuels;
    cities: string[];
    starts?: number;
}

/** The fuel market (R1.4): for each fuel, how many tokens lie on the space of each price. */
export interface FuelMarket {
    coal: Record<string, number>;
    oil: Record<string, number>;
    garbage: Record<string, number>;
    uranium: Record<string, number>;
}

/** The current auction; `in_` (`"in"` in JSON) lists the seats still bidding. */
export interface AuctionView {
    plant: PlantName;
    bid: number;
    bidder: number;
    in: number[];
}

/**
 * What the seat `viewer` may know about the position; null is a spectator.
 *
 * - `deck_size` cards are left in the deck. `drawn` of the plants shuffled in at set-up have been drawn.
 * - `above_step_3`: how many of them are above the Step 3 card, by the set-up; null once it has come up.
 * - `under`: cards in the deck that everybody saw go under it, in that order (shuffled once Step 3 has come up).
 * - `unseen`: plants nobody has seen yet, in the deck or among the `removed_count` removed at set-up.
 * - `fuel_market`: for each fuel, how many tokens are on the space of each price: `view.fuel_market["oil"][3]`.
 * - `order` is empty during a draft: it is drawn later (R2.1).
 */
export interface View {
    viewer: number | null;
    board: string;
    options: Record<string, boolean | number | string | null>;
    regions: string[];
    players: PlayerView[];
    round: number;
    phase: number;
    step: number;
    seat: number | null;
    asked: Question | null;
    order: number[];
    current: PlantName[];
    future: CardName[];
    deck_size: number;
    drawn: number;
    above_step_3: number | null;
    under: PlantName[];
    unseen: PlantName[];
    removed_count: number;
    gone: CardName[];
    fuel_market: FuelMarket;
    supply: Fuels;
    bought: number[];
    passed: number[];
    auction: AuctionView | null;
    new_plant: PlantName | null;
    over: boolean;
}

/** Why an action is not legal: the clause, a code, the facts that make a sentence, and the sentence in English. */
export interface Refusal {
    clause: string;
    code: string;
    facts: Record<string, number | string | (number | string)[]>;
    sentence: string;
}

/** A region of the board; `refusal` says why it cannot be picked, and is null if it can (R2.1). */
export interface RegionOffer {
    region: string;
    refusal: Refusal | null;
}

/** A plant of the market: bids from `lowest` to `highest` open an auction, unless there is a refusal. */
export interface PlantOffer {
    plant: PlantName;
    lowest: number;
    highest: number;
    refusal: Refusal | null;
}

/** The current auction: raises from `lowest` to `highest` are legal; none if `lowest` is higher (R4.4). */
export interface BidOffer {
    plant: PlantName;
    bid: number;
    bidder: number;
    lowest: number;
    highest: number;
}

/** A plant of the player; `refusal` says why it cannot be scrapped, and is null if it can (R4.6). */
export interface ScrapOffer {
    plant: PlantName;
    refusal: Refusal | null;
}

/**
 * A fuel: up to `most` tokens can be bought; `prices` has the price of each one in the market, cheapest first.
 *
 * `room` is how many more the plants can store. `refusal` says why not even one can be bought (R5.1, R5.2).
 */
export interface FuelOffer {
    fuel: FuelName;
    most: number;
    room: number;
    prices: number[];
    refusal: Refusal | null;
}

/**
 * A city in play: the cost and route of a house there, or why none can be built (R6.3).
 *
 * `slot_price` and `cost` are null where no slot is open. A city where a network can be started (R9.7) has a
 * second offer with `start` true.
 */
export interface CityOffer {
    city: string;
    start: boolean;
    cost: number | null;
    slot_price: number | null;
    route_price: number;
    route: string[];
    refusal: Refusal | null;
}

/**
 * A set of the player's plants: every mix they can burn, the cities they power and the income (R7.1).
 *
 * If they cannot run, `refusal` says why, and there is no mix.
 */
export interface RunOffer {
    plants: PlantName[];
    mixes: Fuels[];
    powered: number;
    income: number;
    refusal: Refusal | null;
}

/**
 * The choices of the acting player; lists that do not belong to the decision are empty.
 *
 * `done` says why the player may not stop, pass or drop; it is null if that is legal or there is nothing to decide.
 */
export interface Offers {
    seat: number | null;
    asked: Question | null;
    regions?: RegionOffer[];
    plants?: PlantOffer[];
    bidding?: BidOffer | null;
    scrap?: ScrapOffer[];
    keep?: Fuels[];
    fuels?: FuelOffer[];
    cities?: CityOffer[];
    runs?: RunOffer[];
    done?: Refusal | null;
}

// Messages from the page, over a socket

/**
 * The first message: what the client already has. `seen` counts entries, `heard` messages.
 *
 * null for `seen` asks for the current position only, 0 for everything from the start.
 */
export interface Hello {
    type: "hello";
    seen?: number | null;
    heard?: number;
}

/** A decision for a seat: `decision` is the number that came with the view, `key` any new string. */
export interface Play {
    type: "play";
    seat: number;
    decision: number;
    key: string;
    action: Action;
}

/** Take back the last decision, if it was this seat's own and nothing has been revealed since. */
export interface Undo {
    type: "undo";
    seat: number;
    decision: number;
    key: string;
}

/** R4.11: bid up to this amount for the seat in the current auction; null removes the ceiling. */
export interface LeaveCeiling {
    type: "ceiling";
    seat: number;
    decision: number;
    key: string;
    amount: number | null;
}

/** Drop and pass for the seat in all auctions, until it takes that back or leaves a ceiling. */
export interface StayOut {
    type: "stay-out";
    seat: number;
    key: string;
    on: boolean;
}

/** Ask what these actions of the seat would lead to. Nothing is played. */
export interface WhatIf {
    type: "what-if";
    seat: number;
    decision: number;
    key: string;
    actions: Action[];
}

/** Ask what a bot would do in this seat's place, if the table allows hints. */
export interface AskHint {
    type: "hint";
    seat: number;
    decision: number;
    key: string;
}

/** Send a chat message to everyone at the table. */
export interface Chat {
    type: "chat";
    seat: number;
    key: string;
    text: string;
}

/** Send one of the `PHRASES` to everyone at the table, as a chat message. */
export interface SayPhrase {
    type: "phrase";
    seat: number;
    key: string;
    phrase: Phrase;
}

/** Ask for a `Pong`, to check the connection. */
export interface Ping {
    type: "ping";
}

// Messages from the server, over a socket

/**
 * One change of the position: who decided what, and the events that followed.
 *
 * `kind` is `"play"`, or `"take-back"`: then the last decision that stood is undone.
 */
export interface Entry {
    number: number;
    seat: number;
    kind: "play" | "take-back";
    action: Action | null;
    events: GameEvent[];
    at: number;
}

/** The first entries that this client missed, if there are many: before the `Welcome`, which has the last. */
export interface History {
    type: "history";
    entries: Entry[];
}

/**
 * What a table agrees on before the game.
 *
 * - `regions`: `"drawn"`, `"draft"`, or the regions by name (R2.1).
 * - `board_options`: options of one board, such as `{"first_pass": "anyone"}` for Russia (R9.6).
 * - `hints`: players may ask a bot what it would do.
 * - `seconds`: time for each decision, after which a bot makes it; null for no limit.
 * - `pause`: seconds that a bot waits after a person has finished buying, building or running plants, so that the
 *   person can take it back. Nobody's time is used for it.
 * - `scenario`: the game begins in this prepared position, and the scenario decides all else but `pause`.
 */
export interface Agreement {
    board: string;
    players: number;
    regions: "draft" | "drawn" | string[];
    flux: boolean;
    first_game: boolean;
    hidden_money: boolean;
    round_limit: number | null;
    board_options: Record<string, string>;
    hints: boolean;
    seconds: number | null;
    pause: number;
    scenario: "auction" | "building" | "fuel" | null;
}

/**
 * Public information about a seat. `bot` decides for it now; if it is also `held`, its holder can take it back.
 *
 * `look` is the colour and roof that its player has chosen, from 0 to 5, different at every seat.
 * `here`: its holder is connected, or was a moment ago.
 */
export interface SeatInfo {
    seat: number;
    colour: Colour;
    look: number;
    nickname: string | null;
    bot: string | null;
    held: boolean;
    muted: boolean;
    here: boolean;
}

/** Public information about a table. `salt` is shown when the game is over, and proves the `commitment`. */
export interface TableInfo {
    id: string;
    status: Status;
    archived: boolean;
    private: boolean;
    agreed: Agreement;
    seats: SeatInfo[];
    created_at: number;
    decision: number;
    commitment: string | null;
    salt: string | null;
    frozen: string | null;
    next_table: string | null;
}

/**
 * A chat message (`"chat"`), or something that happened to the table, such as `"joined"`.
 *
 * A chat message has its `text` among the facts and, if it is one of the `PHRASES`, the name of the `phrase`.
 */
export interface Message {
    number: number;
    kind: string;
    seat: number | null;
    facts: Record<string, string | number | boolean | null>;
    at: number;
}

/**
 * The key numbers of a position.
 *
 * - `max_plants`: how many plants a player may own (R1.5).
 * - `step_2_cities`: Step 2 begins when a player has this many cities (R6.8); null once it can no longer begin.
 * - `end_cities`: the game ends when a player has this many cities (R6.9).
 * - `last_round`: the game ends after this round at the latest (R8.9); null if there is no limit.
 * - `stored_runs`: a plant stores the fuel of this many runs (R5.2).
 * - `resupply`: the fuel a resupply would add now, limited by supply and free spaces (R7.2). By the end of the round
 *   it may be more: what plants burn goes back to supply first, and what is bought leaves spaces.
 * - `full_resupply`: the fuel it adds if neither supply nor spaces limit it.
 */
export interface Figures {
    max_plants: number;
    step_2_cities: number | null;
    end_cities: number;
    last_round: number | null;
    stored_runs: number;
    resupply: Fuels;
    full_resupply: Fuels;
}

/**
 * What a seat sees: its view, its choices if it is its turn, and what only it knows.
 *
 * - `decision` is the number to answer with.
 * - `offers` are the choices with prices and routes, for the seat whose turn it is; null for all others.
 * - `undo`: the seat of this client, if any, whose last decision can be taken back.
 * - `ceiling`: the ceiling of this seat in the current auction.
 * - `staying_out`: whether the table drops and passes for this seat; null if that is not possible now.
 * - `seconds`: the time left for this decision, if it is limited.
 */
export interface Position {
    decision: number;
    view: View;
    figures: Figures;
    offers: Offers | null;
    undo: number | null;
    ceiling: number | null;
    staying_out: boolean | null;
    seconds: number | null;
}

/**
 * The answer to `Hello`: the table, the seats this client holds, what it missed, and the position.
 *
 * `messages` are the latest hundred at most.
 */
export interface Welcome {
    type: "welcome";
    table: TableInfo;
    seats: number[];
    host: boolean;
    entries: Entry[];
    messages: Message[];
    position: Position | null;
}

/** The position has changed: the new entries, and the position now. */
export interface Update {
    type: "update";
    entries: Entry[];
    position: Position;
}

/** The message with this key is on disk; `decision` is the number of the entry it became, if it became one. */
export interface Accepted {
    type: "accepted";
    key: string;
    decision: number | null;
}

/**
 * A message was refused and changed nothing: the reason, as a code and a sentence, and the position.
 *
 * `refusal` has clause, code and facts if the rules refused the action.
 */
export interface Refused {
    type: "refused";
    key: string | null;
    code: string;
    sentence: string;
    refusal: Refusal | null;
    position: Position | null;
}

/**
 * What the actions would lead to: the position after `played` of them.
 *
 * `stopped` says why not all were played: `"card"`, the next one would draw a card or show something else that is
 * hidden; or `"refused"`, with the refusal.
 */
export interface Answer {
    type: "what-if";
    key: string;
    played: number;
    view: View;
    offers: Offers | null;
    stopped: "card" | "refused" | null;
    refusal: Refusal | null;
}

/** A reason for a hint: a code, the facts that make a sentence, and the sentence in English. */
export interface HintReason {
    code: string;
    facts: Record<string, number | string>;
    sentence: string;
}

/** What a bot would do, and why: each reason with code, facts and an English sentence. */
export interface Hint {
    type: "hint";
    key: string;
    bot: string;
    action: Action;
    reasons: HintReason[];
}

/** Something about the table has changed: who sits where, or the chat. */
export interface TableChanged {
    type: "table";
    table: TableInfo;
    seats: number[];
    messages: Message[];
}

/** The answer to `Ping`. */
export interface Pong {
    type: "pong";
}

/** The server is about to close this socket: why, and whether to reconnect. */
export interface Closing {
    type: "closing";
    code: string;
    sentence: string;
    come_back: boolean;
}

/**
 * The server is going to restart in this many seconds; `text` is what its operator says, and may be empty.
 *
 * null: no restart is announced (any more). Games are kept, and go on afterwards.
 */
export interface Announcement {
    type: "announcement";
    restart_in: number | null;
    text: string;
}

// What the page sends over HTTP

/**
 * The person who makes the table sits here; several such seats make a hot seat.
 *
 * `look` is the colour and roof they want; if it is taken, they get the first that is free.
 */
export interface Me {
    who: "me";
    nickname: string;
    look?: number | null;
}

/** A bot sits here. */
export interface BotSeat {
    who: "bot";
    bot: string;
}

/** Anyone may take this seat. */
export interface Free {
    who: "anybody";
}

/** A table to make: the agreement, and who sits where, from seat 0 on. Seats that are not listed are free. */
export interface NewTable {
    agreed: Agreement;
    seats?: (Me | BotSeat | Free)[];
    private?: boolean;
}

/**
 * The nickname of a new player, and the seat and the look (colour and roof) they want; null is any free one.
 *
 * If the look is taken, they get the first that is free.
 */
export interface Join {
    nickname: string;
    seat?: number | null;
    look?: number | null;
}

/** The bot that is to play for a seat. */
export interface LetBotPlay {
    bot?: string;
}

/** Whether a seat is muted. */
export interface Mute {
    muted: boolean;
}

/** The token of a link to a seat. */
export interface SeatClaim {
    token: string;
}

/** A record, as text. */
export interface Upload {
    record: string;
}

/**
 * What is wrong: an insult, advertising or a flood, somebody's name, or something else.
 *
 * `message` is the number of a chat message; null reports the table. `comment` may explain it.
 */
export interface NewReport {
    reason: "insult" | "name" | "other" | "spam";
    message?: number | null;
    comment?: string;
}

// What the server answers over HTTP

/**
 * A table as this client sees it: `seats` are those that it holds, `host` whether it is the host.
 *
 * `up` is the seat whose turn it is, if somebody's is.
 */
export interface Seated {
    table: TableInfo;
    seats: number[];
    host: boolean;
    up: number | null;
}

/** The table of the rematch. */
export interface Rematch {
    id: string;
}

/** A link that gives a seat once: to open on another device, or to send to a player who has lost access. */
export interface SeatLink {
    link: string;
    token: string;
}

/** The ID of an uploaded record. */
export interface Uploaded {
    id: string;
}

/** The number under which the operator finds the report. */
export interface Reported {
    number: number;
}

/**
 * What a record says about the player of a seat. Everything is optional; empty is not known.
 *
 * - `kind`: `"person"` or `"bot"`.
 * - `bot`, `version`, `limit`: which bot it was, and how long it thought: `"planner"`, `"1.2"`,
 *   `"work:100"`.
 * - `rating`: a whole number, as it was before the game, on a scale that the event decides.
 */
export interface PlayerInfo {
    name: string;
    kind: "" | "bot" | "person";
    bot: string;
    version: string;
    limit: string;
    rating: number | null;
}

/**
 * The headers of a record: the occasion of a game, and who played it. Everything is optional; empty is not known.
 *
 * - `date`: `"2026-11-17"`; the day, or the day and the month, may be left out.
 * - `players`: one for each seat, from seat 0 on; or none.
 * - `other`: headers that this version has no field for, by name. They are kept as they are.
 *
 * :raises BadInput: if a value is not a text of one line with at most 200 characters, or is not of its kind.
 */
export interface Headers {
    event: string;
    site: string;
    date: string;
    players: PlayerInfo[];
    other: Record<string, string>;
}

/** A decision that was not taken back: its seat, its action, the text of the record, and the events. */
export interface PlayedDecision {
    seat: number;
    action: Action;
    words: string;
    events: GameEvent[];
}

/** A game to step through: its board and players, all decisions, and the position after `at` of them. */
export interface Replay {
    board: string;
    players: number;
    headers: Headers;
    is_over: boolean;
    decisions: PlayedDecision[];
    at: number;
    view: View;
    figures: Figures;
}

/** A position, as a spectator sees it. */
export interface Shown {
    view: View;
    figures: Figures;
}

/** Consecutive positions, starting with the one after `first` decisions. */
export interface Positions {
    first: number;
    positions: Shown[];
}

/**
 * A seat's standing at the end of a round.
 *
 * - `powered`: the cities it lit in that round; in the last one those that count at the scoring (R8.6).
 * - `capacity`: the cities that its plants could power, given enough fuel and houses.
 */
export interface Standing {
    cities: number;
    powered: number;
    money: number;
    capacity: number;
}

/** The end of a round: each seat's standing. In an unfinished game the last one is the current standing. */
export interface RoundEnd {
    round: number;
    seats: Standing[];
}

/** A seat's start money, income and spending, in Elektro: `start + income - total` is what it has. */
export interface Spending {
    seat: number;
    start: number;
    income: number;
    plants: number;
    fuel: number;
    routes: number;
    slots: number;
    total: number;
}

/** A game in figures: round by round, and the total money of each seat. */
export interface Chronicle {
    rounds: RoundEnd[];
    spending: Spending[];
}

/** A limit in the bot's own steps instead of seconds: decisions are the same on every machine. */
export interface Work {
    steps: number;
}

/**
 * How much more the advised action would have been worth than the chosen one, in percentage points of the win.
 *
 * - `points`: the mean difference over `playouts` pairs of games; below 0 the player's own choice did better.
 * - `error`: its standard error.
 * - `clear`: the difference is more than twice that, in games other than those in which it was noticed.
 */
export interface Worth {
    points: number;
    error: number;
    playouts: number;
    clear: boolean;
}

/**
 * One decision of the game.
 *
 * - `number`: from 1 on; the position it was made in is `game.at(number - 1)`.
 * - `question`: what was asked, in the words of `View.asked`: `"bid"`, `"build-house"` …
 * - `forced`: there was only one thing to do, and nobody was asked for advice.
 * - `values`: each seat's share of the win before the decision, by a planner's quick estimate.
 * - `advised`: what the adviser would have done; null if forced. `reasons` and `advised_values` are its reasons
 *   and values.
 * - `worth`: how much more that would have been worth; null where it is what was done.
 */
export interface Decision {
    number: number;
    seat: number;
    round: number;
    phase: number;
    question: string;
    action: Action;
    forced: boolean;
    values: number[];
    advised: Action | null;
    reasons: HintReason[];
    advised_values: number[] | null;
    worth: Worth | null;
}

/** What a seat lost in one round, in Elektro. */
export interface RoundLosses {
    round: number;
    overbidding: number;
    fuel: number;
    routes: number;
    dark: number;
    total: number;
}

/** What a seat lost, in Elektro, in total and in every round with a loss. */
export interface SeatLosses {
    seat: number;
    overbidding: number;
    fuel: number;
    routes: number;
    dark: number;
    total: number;
    rounds: RoundLosses[];
}

/**
 * Elektro that a seat lost at one point, with details in `facts`.
 *
 * `decision` is the one that settled it: the last bid or drop of an auction, the end of a turn in phase 3 or 4, a
 * run. For fuel that was never used it is the purchase.
 */
export interface Loss {
    kind: "dark-cities" | "dear-fuel" | "dear-route" | "overbid" | "unused-fuel";
    seat: number;
    round: number;
    decision: number;
    amount: number;
    facts: Record<string, number | string | string[]>;
}

/**
 * The review of a game.
 *
 * - `length`: how many decisions the game has; `first` to `last` were reviewed, only those of `seat` unless it
 *   is null.
 * - `bot`, `limit`: the bot that was asked, and its limit. `playouts` pairs of games were played out where it
 *   differed, and `proofs` others for the decisions that seemed to cost most. `seed` decides them all.
 * - `final_values`: the shares of the win at the end; for an unfinished game, a planner's estimate.
 * - `costliest`: the numbers of the decisions that cost most, at most five, no two of one seat in the same phase.
 * - `losses`: by seat; `money`: the same one by one, in the order of the game.
 */
export interface Review {
    board: string;
    players: number;
    options: Record<string, string | number | boolean | null>;
    length: number;
    rounds: number;
    over: boolean;
    ranking: Place[];
    bot: string;
    limit: number | Work;
    playouts: number;
    proofs: number;
    seed: number;
    seat: number | null;
    first: number;
    last: number;
    decisions: Decision[];
    final_values: number[];
    costliest: number[];
    losses: SeatLosses[];
    money: Loss[];
    version: number;
}

/** The progress of the analysis of a game, in steps, and the review once it is done. */
export interface Analysis {
    done: number;
    of: number;
    review: Review | null;
}

/**
 * A rule specific to a board: clause, code, the facts of a sentence, the sentence in English.
 *
 * `only_with`: the choices of the board's options, by name, with which it applies; if empty, it always applies.
 */
export interface OwnRule {
    clause: string;
    code: string;
    facts: Record<string, number | string | (number | string | (number | string)[])[]>;
    sentence: string;
    only_with: Record<string, string>;
}

/** A tip for a board: a code, and the sentence in English. */
export interface Tip {
    code: string;
    sentence: string;
}

/**
 * A board to choose: its regions and cities by id and name.
 *
 * - `rules`: where it differs from the standard game (section 9); if it does not, `"standard"` is the only code.
 * - `options`: the options specific to this board (R9.6), by name; the first choice of each is the default.
 * - `regions_in_play`: the number of regions in play, by the number of players (R1.5).
 * - `region_sets`: all sets of regions of those sizes that can be chosen (R2.1).
 */
export interface BoardInfo {
    key: string;
    name: string;
    regions: Record<string, string>;
    cities: Record<string, string>;
    rules: OwnRule[];
    tips: Tip[];
    options: Record<string, string[]>;
    regions_in_play: Record<string, number>;
    region_sets: string[][];
}

/**
 * The numbers of one step.
 *
 * - `slots`: the prices of the usual slots that are open (R6.4).
 * - `current`, `future`: the plants in each row of the market (R4.7, R8.4).
 * - `leaves`: which plant leaves the market in phase 5 (R7.3): the highest (under the deck), the lowest (out of
 *   the game), or both.
 * - `resupply`: the board's table (R7.2).
 */
export interface CardStep {
    step: number;
    slots: number[];
    current: number;
    future: number;
    leaves: "both" | "highest" | "lowest";
    resupply: Fuels;
}

/** A rule that is often forgotten; `prices` are those of the first slot in a city, if the rule mentions them. */
export interface Reminder {
    clause: string;
    code: string;
    prices: number[];
    sentence: string;
}

/**
 * The numbers of a game on this board for this number of players.
 *
 * - `step_2_cities`: null in a first game, which has only Step 1 (R11.1); `most_cities` is null in any other.
 * - `payments`: for 0 powered cities, 1, and so on; for more than are listed, the last (R1.6).
 * - `stored_runs`: a plant stores the fuel of this many runs (R5.2).
 * - `obsolete_plants`: whether R6.7 applies on this board.
 */
export interface SummaryCard {
    board: string;
    players: number;
    money: number;
    regions: number;
    plants_removed: number;
    max_plants: number;
    step_2_cities: number | null;
    end_cities: number;
    most_cities: number | null;
    payments: number[];
    stored_runs: number;
    obsolete_plants: boolean;
    steps: CardStep[];
    reminders: Reminder[];
}

/** A region: its outline, and the middle of its name, in `lines`. */
export interface MapRegion {
    id: string;
    name: string;
    lines: string[];
    path: string;
    label: [number, number];
}

/** Where the name of a city is when the map has its own size: one end or the middle of its baseline. */
export interface MapLabel {
    x: number;
    y: number;
    anchor: "end" | "middle" | "start";
}

/**
 * A city: `x` and `y` are the middle of its mark, 44 × 30.
 *
 * `slots`: price and step of each, where they are not the usual three. `start`: a network may begin here (R9.7).
 */
export interface MapCity {
    id: string;
    name: string;
    region: string;
    x: number;
    y: number;
    label: MapLabel;
    slots?: [number, number][];
    start?: boolean;
}

/** A connection; `pill` is the middle of its price when the map has its own size. */
export interface MapRoad {
    a: string;
    b: string;
    cost: number;
    path: string;
    pill: [number, number];
}

/**
 * The map of a board, in units of its own frame.
 *
 * - `bleed`: how far the land is drawn beyond the frame: left, top, right, bottom.
 * - `land`: the outline of all regions together; `neighbours` and `water` are empty on a plain map.
 */
export interface BoardMap {
    key: string;
    name: string;
    width: number;
    height: number;
    bleed: [number, number, number, number];
    neighbours: string;
    water: string;
    land: string;
    regions: MapRegion[];
    cities: MapCity[];
    connections: MapRoad[];
}

/** A bot to play against. */
export interface BotInfo {
    name: string;
    title: string;
    about: string;
}

/** Whether this worker can serve. */
export interface Health {
    ok: boolean;
    version: string;
    database: string;
}

/** Why a request was refused: a code for programs, a sentence for people. */
export interface Problem {
    code: string;
    sentence: string;
}
