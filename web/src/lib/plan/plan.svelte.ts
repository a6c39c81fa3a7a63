/** A player's plan: a list of actions, tried out by the server, played when confirmed. */

import { actionsOf, cartOf, reduced, type Cart } from "./fuelCart";
import type { Action, Answer, CityOffer, FuelName, Refusal, Refused } from "../wire";
import type { Reply, TableConnection } from "../table/connection.svelte";

interface Draft {
    readonly actions: readonly Action[];
    /** Of each house: the offer that was taken, with its route and prices. */
    readonly houses: readonly CityOffer[];
    readonly outcome: Answer | null;
    readonly refusal: Refusal | null;
}

const NOTHING: Draft = { actions: [], houses: [], outcome: null, refusal: null };

type PlanConnection = Pick<TableConnection, "table" | "play" | "undo" | "whatIf" | "position">;

/** A plan as it outlives a reload of the page: of which decision, and what. */
interface StoredPlan {
    readonly decision: number;
    readonly actions: readonly Action[];
}

/** What one press of a button has played: from which decision on, how many, and what was planned. */
interface Confirmed {
    readonly decision: number;
    readonly played: number;
    readonly actions: readonly Action[];
}

const keyOf = (table: string): string => `kilowatt.plan.${table}`;

export class Plan {
    busy = $state(false);
    /** Why the server could not try the plan, for a reason other than the rules. */
    denied = $state.raw<Refused | null>(null);
    #draft = $state.raw<Draft>(NOTHING);
    /** The question is new and nothing has been planned for it, so a proposal may be made. */
    isFresh = $state(false);
    /** What the server has not answered yet, shown at once: houses that come or go, and a cart as it was asked for. */
    #pending = $state.raw<readonly CityOffer[]>([]);
    #removed = $state.raw<readonly CityOffer[]>([]);
    #wanted = $state.raw<Cart | null>(null);

    readonly #connection: PlanConnection;
    #decision = -1;
    #confirming = false;
    #confirmed: Confirmed | null = null;
    /** Changes come one after the other, each to what the one before has left. */
    #last: Promise<void> = Promise.resolve();
    #waiting = 0;
    #age = 0;

    constructor(connection: PlanConnection) {
        this.#connection = connection;
    }

    get actions(): readonly Action[] {
        return this.#draft.actions;
    }
    /** The planned houses with what each costs, in the order in which they would be built. */
    get houses(): readonly CityOffer[] {
        const { houses } = this.#draft;
        if (this.#pending.length + this.#removed.length === 0) return houses;
        return [...houses, ...this.#pending].filter((house) => !this.#removed.includes(house));
    }
    /** The tokens that are to be bought. */
    get cart(): Cart {
        return this.#wanted ?? cartOf(this.#draft.actions);
    }
    /** Where the actions would lead; null while there are none. */
    get outcome(): Answer | null {
        return this.#draft.outcome;
    }
    /** Why the last thing that was tried is not possible, or not wholly. */
    get refusal(): Refusal | null {
        return this.#draft.refusal;
    }
    /** The last action draws a card, so what follows is not known. */
    get endsInCard(): boolean {
        return this.#draft.outcome?.stopped === "card";
    }

    /** The plan is of one decision: when the game has gone on, it is reset. After a reload, it is made again. */
    keepUp(decision: number): void {
        if (decision === this.#decision) return;
        const isFirst = this.#decision < 0;
        this.#decision = decision;
        if (this.#confirming) return;
        const actions = isFirst ? this.#storedActions() : [];
        const seat = this.#connection.position?.view.seat ?? null;
        this.clear();
        this.isFresh = true;
        if (seat !== null && actions.length > 0) void this.#change(() => this.#tried(seat, actions));
    }

    clear(): void {
        this.#age += 1;
        this.denied = null;
        this.isFresh = false;
        this.#pending = [];
        this.#removed = [];
        this.#wanted = null;
        this.#keep(NOTHING);
    }

    /** One action more, if it is possible after the others. */
    add(seat: number, action: Action): Promise<void> {
        const house = this.#offerFor(this.#draft, action);
        if (house !== undefined) this.#pending = [...this.#pending, house];
        return this.#change(() => this.#extended(seat, this.#draft, action), house);
    }

    /** Without the house at this place; what is not possible without it goes too. */
    remove(seat: number, place: number): Promise<void> {
        const house = this.houses[place];
        if (house === undefined) return this.#last;
        this.#removed = [...this.#removed, house];
        return this.#change(() => {
            const rest = this.actions.filter((action) => !isFor(house, action));
            return this.#tried(seat, rest);
        }, house);
    }

    /** Another cart, made from the present one; of what the server would not sell, as much as it would. */
    fill(seat: number, next: (cart: Cart) => Cart): Promise<void> {
        this.#wanted = next(this.cart);
        return this.#change(() => this.#fitted(seat, actionsOf(next(cartOf(this.#draft.actions)))));
    }

    /** Set the number of tokens of this fuel; the others stay as they are. */
    want(seat: number, fuel: FuelName, amount: number): Promise<void> {
        return this.fill(seat, (cart) => ({ ...cart, [fuel]: amount }));
    }

    /** Play the plan, and what ends the turn; the denial, if any of it was not accepted. */
    async confirm(seat: number, end: Action | null): Promise<Refused | null> {
        const { actions } = this;
        const all = [...actions, ...(end === null ? [] : [end])];
        const decision = this.#connection.position?.decision ?? 0;
        let played = 0;
        const denied = await this.#withoutKeepingUp(async () => {
            for (const action of all) {
                const reply = await this.#connection.play(seat, action);
                if (reply.type === "refused") return reply;
                played += 1;
            }
            return null;
        });
        this.#confirmed = { decision, played, actions };
        return denied;
    }

    /** Take back what was played last: all that one press has played, whose plan is then there again, or one decision. */
    async undo(seat: number): Promise<Reply> {
        const confirmed = this.#confirmed;
        this.#confirmed = null;
        const isWhole =
            confirmed !== null && this.#connection.position?.decision === confirmed.decision + confirmed.played;
        const times = isWhole ? Math.max(1, confirmed.played) : 1;
        const reply = await this.#withoutKeepingUp(async () => {
            let last = await this.#connection.undo(seat);
            for (let more = 1; more < times && last.type === "accepted"; more += 1)
                last = await this.#connection.undo(seat);
            return last;
        });
        if (isWhole && reply.type === "accepted" && confirmed.actions.length > 0)
            void this.#change(() => this.#tried(seat, confirmed.actions));
        else this.isFresh = true;
        return reply;
    }

    /** Do something that changes the position several times, and forget the plan only afterwards. */
    async #withoutKeepingUp<T>(act: () => Promise<T>): Promise<T> {
        this.busy = this.#confirming = true;
        try {
            return await act();
        } finally {
            this.busy = this.#confirming = false;
            this.clear();
        }
    }

    #change(make: () => Promise<Draft>, house?: CityOffer): Promise<void> {
        this.#waiting += 1;
        this.busy = true;
        this.isFresh = false;
        const age = this.#age;
        this.#last = this.#last.then(async () => {
            if (age === this.#age) {
                this.denied = null;
                const draft = await make();
                if (age === this.#age) this.#keep(draft);
            }
            this.#waiting -= 1;
            this.#pending = this.#pending.filter((other) => other !== house);
            this.#removed = this.#removed.filter((other) => other !== house);
            if (this.#waiting === 0) this.#wanted = null;
            this.busy = this.#waiting > 0 || this.#confirming;
        });
        return this.#last;
    }

    #keep(draft: Draft): void {
        this.#draft = draft;
        const stored: StoredPlan = { decision: this.#decision, actions: draft.actions };
        try {
            if (draft.actions.length === 0) sessionStorage.removeItem(keyOf(this.#connection.table));
            else sessionStorage.setItem(keyOf(this.#connection.table), JSON.stringify(stored));
        } catch {
            // the browser stores nothing: the plan lasts as long as the page
        }
    }

    #storedActions(): readonly Action[] {
        try {
            const text = sessionStorage.getItem(keyOf(this.#connection.table));
            const stored = JSON.parse(text ?? "null") as StoredPlan | null;
            return stored?.decision === this.#decision ? stored.actions : [];
        } catch {
            return [];
        }
    }

    /** A plan of these actions, one after the other, without those that are not possible. */
    async #tried(seat: number, actions: readonly Action[]): Promise<Draft> {
        let draft = NOTHING;
        let refusal: Refusal | null = null;
        for (const action of actions) {
            draft = await this.#extended(seat, draft, action);
            refusal ??= draft.refusal;
        }
        return { ...draft, refusal };
    }

    async #extended(seat: number, draft: Draft, action: Action): Promise<Draft> {
        if (draft.outcome?.stopped === "card") return draft;
        const house = this.#offerFor(draft, action);
        const actions = [...draft.actions, action];
        const reply = await this.#connection.whatIf(seat, actions);
        if (reply.type === "refused") return this.#deny(reply, draft);
        if (reply.type !== "what-if") return draft;
        if (reply.stopped === "refused") return { ...draft, refusal: reply.refusal };
        const houses = house === undefined ? draft.houses : [...draft.houses, house];
        return { actions, houses, outcome: reply, refusal: null };
    }

    /** The offer for a house, after what is planned. */
    #offerFor(draft: Draft, action: Action): CityOffer | undefined {
        const offers = draft.outcome?.offers ?? this.#connection.position?.offers;
        return offers?.cities?.find((offer) => isFor(offer, action));
    }

    #deny(reply: Refused, draft: Draft): Draft {
        this.denied = reply;
        return draft;
    }

    async #fitted(seat: number, wanted: readonly Action[]): Promise<Draft> {
        let actions = wanted;
        let refusal: Refusal | null = null;
        while (actions.length > 0) {
            const reply = await this.#connection.whatIf(seat, [...actions]);
            if (reply.type === "refused") return this.#deny(reply, this.#draft);
            if (reply.type !== "what-if") return this.#draft;
            refusal ??= reply.refusal;
            if (reply.stopped !== "refused") return { ...NOTHING, actions, outcome: reply, refusal };
            actions = reduced(actions, reply);
        }
        return { ...NOTHING, refusal };
    }
}

function isFor(offer: CityOffer, action: Action): boolean {
    return action.do === "build-house" && offer.city === action.city && offer.start === (action.start ?? false);
}
