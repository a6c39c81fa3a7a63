import { beforeEach, expect, test, vi } from "vitest";
import { Plan } from "./plan.svelte";
import type { Reply } from "../table/connection.svelte";
import type { Action, Answer, Refusal, Refused } from "../wire";

const build = (city: string): Action => ({ do: "build-house", city, start: false });
const REFUSAL: Refusal = { clause: "R6.3", code: "house-too-dear", facts: {}, sentence: "No." };
const house = (city: string, route_price: number) => ({
    city,
    start: false,
    cost: 10 + route_price,
    slot_price: 10,
    route_price,
    route: [],
    refusal: null,
});

/** A server that knows three cities: from the second on the route costs 5, and bonn needs aachen. */
class Server {
    table = "t";
    position = {
        decision: 7,
        view: { seat: 0 },
        offers: { cities: [house("aachen", 0), house("bonn", 0), house("cologne", 0)] },
    } as never;
    asked: Action[][] = [];
    played: Action[] = [];
    cards = new Set<string>();

    async whatIf(_seat: number, actions: Action[]): Promise<Reply> {
        this.asked.push(actions);
        const cities = actions.map((action) => (action.do === "build-house" ? action.city : ""));
        const wrong = cities.findIndex((city, place) => city === "bonn" && !cities.slice(0, place).includes("aachen"));
        const card = cities.findIndex((city) => this.cards.has(city));
        const offers = { cities: [house("aachen", 5), house("bonn", 5), house("cologne", 5)] };
        const stopped = wrong >= 0 ? "refused" : card >= 0 ? "card" : null;
        const played = wrong >= 0 ? wrong : card >= 0 ? card : actions.length;
        return { type: "what-if", played, stopped, offers, refusal: wrong >= 0 ? REFUSAL : null } as unknown as Answer;
    }
    async play(_seat: number, action: Action): Promise<Reply> {
        this.played.push(action);
        const refused = { type: "refused", code: "stale", sentence: "Too late.", refusal: null } as unknown as Refused;
        if (action.do === "pass") return refused;
        this.goOn();
        return { type: "accepted", key: "k", decision: 1 };
    }
    undone = 0;
    async undo(): Promise<Reply> {
        this.undone += 1;
        this.goOn();
        return { type: "accepted", key: "k", decision: 1 };
    }
    goOn(): void {
        const { position } = this as unknown as { position: { decision: number } };
        position.decision += 1;
    }
}

beforeEach(() => sessionStorage.clear());

const cities = (plan: Plan): string[] => plan.houses.map((offer) => `${offer.city} ${offer.cost}`);

test("clicks that come quickly are all counted, each after the one before", async () => {
    const plan = new Plan(new Server());
    const [one, two] = [plan.add(0, build("aachen")), plan.add(0, build("bonn"))];
    expect(plan.busy).toBe(true);
    await Promise.all([one, two]);
    expect(cities(plan)).toEqual(["aachen 10", "bonn 15"]);
    expect(plan.busy).toBe(false);
});

test("a house is there at once, and gone again if the server says no", async () => {
    const plan = new Plan(new Server());
    const adding = [plan.add(0, build("cologne")), plan.add(0, build("bonn"))];
    expect(cities(plan)).toEqual(["cologne 10", "bonn 10"]);
    await Promise.all(adding);
    expect(cities(plan)).toEqual(["cologne 10"]);
    const again = plan.add(0, build("aachen"));
    plan.clear();
    expect(cities(plan)).toEqual([]);
    await again;
    expect(cities(plan)).toEqual([]);
});

test("a refusal leaves the plan as it was and is shown", async () => {
    const plan = new Plan(new Server());
    await plan.add(0, build("cologne"));
    await plan.add(0, build("bonn"));
    expect(cities(plan)).toEqual(["cologne 10"]);
    expect(plan.refusal).toBe(REFUSAL);
});

test("any city can be removed, and takes along what is not possible without it", async () => {
    const plan = new Plan(new Server());
    for (const city of ["aachen", "bonn", "cologne"]) await plan.add(0, build(city));
    await plan.remove(0, 2);
    expect(cities(plan)).toEqual(["aachen 10", "bonn 15"]);
    await plan.add(0, build("cologne"));
    await plan.remove(0, 0);
    expect(cities(plan)).toEqual(["cologne 10"]);
    expect(plan.refusal).toBe(REFUSAL);
});

test("nothing is planned beyond an action that draws a card", async () => {
    const server = new Server();
    server.cards.add("cologne");
    const plan = new Plan(server);
    await plan.add(0, build("cologne"));
    await plan.add(0, build("aachen"));
    expect(cities(plan)).toEqual(["cologne 10"]);
    expect(plan.endsInCard).toBe(true);
});

test("a plan is forgotten when the game goes on, even while the server thinks", async () => {
    const plan = new Plan(new Server());
    plan.keepUp(3);
    const adding = plan.add(0, build("aachen"));
    plan.keepUp(4);
    await adding;
    expect(plan.actions).toEqual([]);
    expect(plan.busy).toBe(false);
});

test("a purchase that is refused is made smaller until the server would sell it", async () => {
    const server = new Server();
    server.whatIf = async (_seat, [action]) => {
        const isFine = action?.do === "buy-fuel" && action.amount <= 2;
        const offers = { fuels: [{ fuel: "coal", most: 2 }] };
        const stopped = isFine ? null : "refused";
        return { type: "what-if", played: isFine ? 1 : 0, stopped, offers, refusal: isFine ? null : REFUSAL } as never;
    };
    const plan = new Plan(server);
    await plan.want(0, "coal", 5);
    expect(plan.cart.coal).toBe(2);
    expect(plan.refusal).toBe(REFUSAL);
    await plan.fill(0, (cart) => ({ ...cart, coal: cart.coal - 1 }));
    expect([plan.cart.coal, plan.refusal]).toEqual([1, null]);
});

test("confirming plays everything, then the end, and returns any denial", async () => {
    const server = new Server();
    const plan = new Plan(server);
    await plan.add(0, build("aachen"));
    expect(await plan.confirm(0, { do: "stop-building" })).toBeNull();
    expect(server.played.map((action) => action.do)).toEqual(["build-house", "stop-building"]);
    expect(plan.actions).toEqual([]);
    expect((await plan.confirm(0, { do: "pass" }))?.code).toBe("stale");
    expect(plan.busy).toBe(false);
});

test("what the server denies for another reason is kept, and the plan stays as it was", async () => {
    const denied = { type: "refused", code: "too-many-messages", sentence: "Slower.", refusal: null } as never;
    const deny = async (): Promise<Reply> => denied;
    const plan = new Plan({ table: "t", position: null, play: deny, undo: deny, whatIf: deny });
    await plan.add(0, { do: "build-house", city: "essen" });
    expect([plan.actions.length, plan.denied]).toEqual([0, denied]);
    plan.clear();
    expect(plan.denied).toBeNull();
});

test("after a reload the plan of the same decision is made again", async () => {
    const plan = new Plan(new Server());
    plan.keepUp(7);
    await plan.add(0, build("aachen"));
    await plan.add(0, build("bonn"));
    const again = new Plan(new Server());
    again.keepUp(7);
    expect(again.busy, "it counts as a plan already").toBe(true);
    await vi.waitFor(() => expect(cities(again)).toEqual(["aachen 10", "bonn 15"]));
    const later = new Plan(new Server());
    later.keepUp(8);
    expect(later.busy).toBe(false);
});

test("a plan that was played or cleared is not made again", async () => {
    for (const end of [(plan: Plan) => plan.confirm(0, null), async (plan: Plan) => plan.clear()]) {
        const plan = new Plan(new Server());
        plan.keepUp(7);
        await plan.add(0, build("aachen"));
        await end(plan);
        const again = new Plan(new Server());
        again.keepUp(7);
        expect(again.busy).toBe(false);
    }
});

test("a new question is fresh until something is planned for it", async () => {
    const plan = new Plan(new Server());
    plan.keepUp(7);
    expect(plan.isFresh).toBe(true);
    await plan.add(0, build("aachen"));
    expect(plan.isFresh).toBe(false);
    plan.clear();
    expect(plan.isFresh, "whoever clears the plan wants no proposal").toBe(false);
    plan.keepUp(8);
    expect(plan.isFresh).toBe(true);
});

test("a house that is removed is gone at once", async () => {
    const plan = new Plan(new Server());
    await plan.add(0, build("aachen"));
    await plan.add(0, build("cologne"));
    const removing = plan.remove(0, 0);
    expect(plan.houses.map((house) => house.city)).toEqual(["cologne"]);
    await removing;
    expect(plan.houses.map((house) => house.city)).toEqual(["cologne"]);
});

const STOP: Action = { do: "stop-building" };

async function confirmed(server: Server, ...planned: string[]): Promise<Plan> {
    const plan = new Plan(server);
    for (const city of planned) await plan.add(0, build(city));
    await plan.confirm(0, STOP);
    return plan;
}

test("one undo takes back all that one press has played, and the plan is there again", async () => {
    const server = new Server();
    const plan = await confirmed(server, "aachen", "bonn");
    expect(server.played).toHaveLength(3);
    expect((await plan.undo(0)).type).toBe("accepted");
    expect(server.undone).toBe(3);
    await vi.waitFor(() => expect(cities(plan)).toEqual(["aachen 10", "bonn 15"]));
    expect(plan.busy).toBe(false);
    await plan.undo(0);
    expect(server.undone).toBe(4);
});

test("after somebody else has decided, one undo is one decision", async () => {
    const server = new Server();
    const plan = await confirmed(server, "aachen");
    server.goOn();
    await plan.undo(0);
    expect(server.undone).toBe(1);
    expect(plan.houses).toEqual([]);
});

test("taking back a turn that had no plan makes room for a proposal", async () => {
    const server = new Server();
    const plan = await confirmed(server);
    await plan.undo(0);
    expect(server.undone).toBe(1);
    expect(plan.isFresh).toBe(true);
});

test("what cannot be taken back whole stops where it is refused", async () => {
    const server = new Server();
    const plan = await confirmed(server, "aachen", "bonn");
    const refused = { type: "refused", code: "revealed", sentence: "No.", refusal: null } as unknown as Refused;
    const undo = vi.spyOn(server, "undo").mockResolvedValueOnce(refused);
    expect(await plan.undo(0)).toBe(refused);
    expect(undo).toHaveBeenCalledOnce();
    expect(plan.houses).toEqual([]);
});
