import { afterEach, expect, test } from "vitest";
import { api, Denied } from "./api";
import { backend, setBackend, type Answer, type Backend } from "./backend/backend";

const usual = backend();
afterEach(() => setBackend(usual));

/** Whoever is asked gives this answer; returns what was asked. */
function answering(answer: Answer | Error): Parameters<Backend["request"]>[] {
    const asked: Parameters<Backend["request"]>[] = [];
    setBackend({
        request: async (...request) => {
            asked.push(request);
            if (answer instanceof Error) throw answer;
            return answer;
        },
        socket: () => {
            throw new Error("no table is opened here");
        },
    });
    return asked;
}

const denial = (error: unknown): string[] => (error instanceof Denied ? [error.code, error.message] : [String(error)]);

test("an answer is data, and a request without data is an empty object", async () => {
    const asked = answering({ status: 201, text: '{"id": "abc"}' });
    expect(await api.rematch("a b")).toEqual({ id: "abc" });
    expect(asked).toEqual([["POST", "/api/tables/a%20b/rematch", "{}"]]);
});

test("a refusal is thrown with its code and sentence", async () => {
    answering({ status: 404, text: '{"code": "no-such-table", "sentence": "There is no such table."}' });
    expect(await api.table("abc").catch(denial)).toEqual(["no-such-table", "There is no such table."]);
});

test("an answer that is not ours is trouble, and none at all is a server out of reach", async () => {
    answering({ status: 502, text: "<h1>Bad gateway</h1>" });
    expect(await api.lobby().catch(denial)).toEqual(["trouble", "The server answered with 502."]);
    answering(new TypeError("Failed to fetch"));
    expect(await api.lobby().catch(denial)).toEqual(["unreachable", "The server cannot be reached."]);
});

test("the record of a table or an upload is a file", async () => {
    const asked = answering({ status: 200, text: "kilowatt 1" });
    const file = await api.game("table", "abc").record();
    expect([file.name, await file.text()]).toEqual(["kilowatt-abc.kw", "kilowatt 1"]);
    await api.game("record", "xyz").record();
    expect(asked.map(([, path]) => path)).toEqual(["/api/tables/abc/record", "/api/records/xyz"]);
});
