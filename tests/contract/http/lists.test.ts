import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createClient } from "../../../contract/client.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { type EndpointKey, endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import { isMomentName, withIsoDates } from "../../../contract/isoDates.ts";
import { amplifyClient } from "../../../contract/package/amplifyClient.ts";
import { paged } from "../../../contract/package/paged.ts";
import { listsOf } from "../../support/lists/listed.ts";
import type { Listed } from "../../support/lists/world.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

const definitions = endpoints as Record<string, Endpoint>;
const entries = 7;

/** Sums over a campaign, of as many rows as it has kinds of causes, or up to four campaigns. */
const figures = ["GET /amplify/campaigns/compare", "GET /amplify/campaigns/{id}/causes"];

/** Every list of the contract: what answers a list of entries, or a page of one. */
const lists = (Object.keys(endpoints) as EndpointKey[]).filter((key) => {
  const { answer } = definitions[key] as Endpoint;
  if (!key.startsWith("GET ") || figures.includes(key) || typeof answer === "string") return false;
  const made = answer instanceof z.ZodLazy ? answer.unwrap() : answer;
  const choices = made instanceof z.ZodUnion ? made.options : [made];
  return choices.some(
    (choice) => choice instanceof z.ZodArray || (choice instanceof z.ZodObject && "next" in choice.shape),
  );
});
const howOf = (key: string) => definitions[key]?.list;
const onward = lists.filter((key) => howOf(key)?.by !== "few");

let server: TestServer;
let ada: TestPerson;
let bob: TestPerson;
let filled: Map<EndpointKey, Listed>;
let added = 0;
const nextNumber = () => {
  added += 1;
  return added;
};

beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  [ada, bob] = [await server.signUp(), await server.signUp()];
  for (const person of [ada, bob]) await server.grant(person, { status: "AMEX", role: "admin" });
  filled = new Map((await listsOf(server, ada)).map((each) => [each.key, each]));
  for (const { add } of filled.values())
    for (let number = 0; number < entries; number += 1) await add(nextNumber());
}, 120_000);
afterAll(() => server.close());

test("every list says how it goes on, and each that may grow is gone through here and by the client for programs", () => {
  expect(lists.length).toBeGreaterThan(25);
  expect(lists.filter((key) => howOf(key) === undefined)).toEqual([]);
  expect([...filled.keys()].sort()).toEqual([...onward].sort());
  const byCursor = Object.entries(paged).filter(([key, how]) => key.startsWith("GET ") && how === "cursor");
  expect(byCursor.map(([key]) => key as EndpointKey).sort()).toEqual([...onward].sort());
});

type Query = Record<string, string>;
type Page = { items: Record<string, unknown>[]; next: string | null };

async function told(key: EndpointKey, query: Query = {}, person: TestPerson = ada) {
  const { params = {} } = filled.get(key) ?? {};
  const path = methodAndPath(key).path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
  const response = await fetch(`${server.url}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  const json = (await response.json()) as Page & { reason?: string };
  const { answer } = definitions[key] as Endpoint;
  if (response.ok && typeof answer !== "string") expect(answer.safeParse(json).error).toBeUndefined();
  return { status: response.status, json };
}

const isList = (json: unknown): json is Record<string, unknown>[] => Array.isArray(json);

/** The names of what is listed whole, or as much of it as comes at once. */
async function namesOf(key: EndpointKey, query: Query = {}): Promise<string[]> {
  const { json } = await told(key, query);
  return (isList(json) ? json : json.items).map((entry) => String(entry[filled.get(key)?.id ?? "_id"]));
}

async function walked(key: EndpointKey, query: Query, between?: (seen: string[]) => Promise<void>) {
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { status, json } = await told(key, { ...query, limit: "2", ...(cursor ? { cursor } : {}) });
    expect(status).toBe(200);
    expect(json.items.length).toBeLessThanOrEqual(2);
    names.push(...json.items.map((entry) => String(entry[filled.get(key)?.id ?? "_id"])));
    if (cursor === "") await between?.(names);
    cursor = json.next;
    expect(names.length).toBeLessThan(100);
  }
  return names;
}

/** Each order that a list has. */
function ordersOf(key: EndpointKey): Query[] {
  const { query } = definitions[key] as Endpoint;
  const shape = query instanceof z.ZodObject ? query.shape : {};
  const sort = shape.sort instanceof z.ZodOptional ? shape.sort.unwrap() : undefined;
  const sorts = sort instanceof z.ZodEnum ? sort.options.map(String) : [];
  const orders = sorts.length === 0 ? [{}] : [{}, ...sorts.map((each) => ({ sort: each }))];
  return "order" in shape
    ? orders.flatMap((each) => [each, { ...each, order: "asc" }, { ...each, order: "desc" }])
    : orders;
}

/** Other lists are of it. */
const isNeeded = (id: string) => [...filled.values()].some(({ params }) => params?.id === id);

for (const key of onward)
  describe(key, () => {
    test("goes on by cursor to its end in every order, as it is listed at once", async () => {
      const whole = await namesOf(key);
      expect(whole.length).toBeGreaterThanOrEqual(entries);
      for (const order of ordersOf(key)) {
        const atOnce = await namesOf(key, { ...order, limit: "500" });
        expect({ order, names: await walked(key, order) }).toEqual({ order, names: atOnce });
        expect({ order, names: atOnce.toSorted() }).toEqual({ order, names: whole.toSorted() });
        expect({ order, names: new Set(atOnce).size }).toEqual({ order, names: atOnce.length });
      }
    });

    test("meets exactly once what stays while others come and go", async () => {
      const list = filled.get(key);
      for (const order of ordersOf(key).slice(0, 3)) {
        const before = await namesOf(key, { ...order, limit: "500" });
        const free = before.filter((name) => !isNeeded(name));
        const [last = "", shown = ""] = [free.at(-1), before.slice(0, 2).find((name) => !isNeeded(name))];
        const names = await walked(key, order, async () => {
          // One that was shown, behind which the next page may begin, and one that was not shown yet.
          for (const id of [shown, last]) await list?.remove(id);
          await list?.add(nextNumber());
          await list?.add(nextNumber());
        });
        expect(new Set(names).size).toBe(names.length);
        const old = new Set(before);
        expect(names.filter((name) => old.has(name))).toEqual(before.filter((name) => name !== last));
      }
    });

    test("has the fields that are asked for and no others, and refuses unknown ones and other lists' cursors", async () => {
      const id = filled.get(key)?.id ?? "_id";
      const { json: first } = await told(key, { limit: "1", fields: id });
      expect(first.items.map((entry) => Object.keys(entry))).toEqual([[id]]);
      const whole = (await told(key, { fields: id })).json;
      expect(
        new Set((isList(whole) ? whole : whole.items).map((entry) => Object.keys(entry).join())),
      ).toEqual(new Set([id]));
      const cursor = first.next ?? "";
      // One that goes on in the same way, so that nothing but its name tells the two apart.
      const alike = onward.find(
        (each) =>
          each !== key && howOf(each)?.by === howOf(key)?.by && filled.get(each)?.params === undefined,
      );
      const other = (await told(alike ?? "GET /templates", { limit: "1" })).json;
      const asListed = (await namesOf(key, { limit: "500" })).join();
      const others: Query[] = [];
      for (const order of ordersOf(key))
        if ((await namesOf(key, { ...order, limit: "500" })).join() !== asListed) others.push(order);
      const refused: [Query, string][] = [
        [{ fields: `${id},emailHash` }, "list_fields_unknown"],
        [{ fields: "" }, "list_fields_unknown"],
        [{ cursor: "bm9uZQ" }, "cursor_unknown"],
        [{ cursor: `${cursor.slice(0, -6)}AAAAAA` }, "cursor_unknown"],
        [{ cursor: other.next ?? "" }, "cursor_unknown"],
        ...others.map((order): [Query, string] => [{ cursor, ...order }, "cursor_unknown"]),
      ];
      for (const [query, reason] of refused)
        expect({ query, ...(await told(key, query)) }).toMatchObject({
          query,
          status: 400,
          json: { reason },
        });
      const byStranger = await told(key, { cursor }, bob);
      expect([400, 404]).toContain(byStranger.status);
      if (byStranger.status === 400) expect(byStranger.json.reason).toBe("cursor_unknown");
      else expect(Object.keys(filled.get(key)?.params ?? {})).toEqual(["id"]);
    });
  });

test("the client for programs goes through every list over as many calls as it takes", async () => {
  const amplify = amplifyClient({ base: server.url, token: ada.token });
  for (const key of onward) {
    const { params = {}, id = "_id" } = filled.get(key) ?? {};
    const names: string[] = [];
    // Pages of a size are calls with a limit, but where pages have numbers.
    const input = { params, query: key === "GET /amplify/leads" ? { limit: 2 } : { pageSize: 2 } };
    for await (const entry of amplify.entries(key as keyof typeof paged, input))
      names.push(String((entry as Record<string, unknown>)[id]));
    expect({ key, names }).toEqual({ key, names: await namesOf(key, { limit: "500" }) });
  }
});

test("every moment stands once more beside itself in ISO 8601 where that is asked for, and nowhere else", async () => {
  for (const key of onward) {
    for (const query of [{}, { limit: "2" }] as Query[]) {
      const { json: plain } = await told(key, query);
      const { json } = await told(key, { ...query, dates: "iso" });
      expect({ key, json: withoutIso(json) }).toEqual({ key, json: plain });
      const [entry = {}] = isList(json) ? json : json.items;
      for (const [name, moment] of Object.entries(entry))
        if (isMomentName(name))
          expect(entry[`${name}Iso`]).toBe(moment === null ? null : new Date(Number(moment)).toISOString());
      expect(JSON.stringify(plain)).not.toMatch(/"\w*(at|At|Until)Iso"/);
    }
    expect((await told(key, { dates: "french" })).status).toBe(400);
  }
});

/** Read anew without what `dates=iso` adds. */
const withoutIso = (json: unknown) =>
  JSON.parse(JSON.stringify(json), (name, value) =>
    isMomentName(name.replace(/Iso$/, "")) && name.endsWith("Iso") ? undefined : value,
  );

test("what a workspace calls its own fields is never taken for a moment", async () => {
  expect(withIsoDates({ at: 0, fields: { startAt: 5 }, params: { at: 7 }, of: [{ dueAt: null }] })).toEqual({
    at: 0,
    atIso: "1970-01-01T00:00:00.000Z",
    fields: { startAt: 5 },
    params: { at: 7 },
    of: [{ dueAt: null, dueAtIso: null }],
  });
});

test("few lists have chosen fields as well", async () => {
  const client = createClient({ base: server.url, token: ada.token });
  const [account] = await client("GET /amplify/auth/credentials", { query: { fields: "appEmail" } });
  expect(account as unknown).toEqual({ appEmail: "ada@sandbox.test" });
});

test("what stands twice in a query is told as that, and not as a number that is none", async () => {
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${ada.token}` };
    return (await fetch(`${server.url}/amplify/leads?${query}`, { headers })).json();
  };
  expect(await ask("page=1&page=2")).toEqual({
    code: "bad_request",
    reason: "query_repeated",
    params: { field: "page" },
    reply: null,
    message: "page stands more than once in the query: give it once",
    field: "page",
  });
  expect(await ask("page=one")).toMatchObject({ reason: "field_invalid", field: "page" });
});

test("a number in a query is its digits: nothing at all, blanks and other ways to write one are refused", () => {
  const numbers = Object.values(definitions).flatMap(({ query }) => {
    if (query === undefined) return [];
    const { properties = {} } = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
    const isNumber = (rule: z.core.JSONSchema._JSONSchema) =>
      JSON.stringify(rule).includes('"type":"integer"');
    return Object.keys(properties)
      .filter((name) => isNumber(properties[name] ?? true))
      .map((name) => ({ name, query }));
  });
  expect(new Set(numbers.map(({ name }) => name))).toEqual(
    new Set(["limit", "page", "pageSize", "step", "version", "heading", "countMax", "bars"]),
  );
  for (const { name, query } of numbers) {
    const takes = (text: string) => query.safeParse({ [name]: text }).success;
    expect({ name, taken: ["", " ", " 5", "1e1", "0x10", "true", "٥"].filter(takes) }).toEqual({
      name,
      taken: [],
    });
    expect({ name, five: query.safeParse({ [name]: "5" }).data }).toMatchObject({
      name,
      five: { [name]: 5 },
    });
  }
});
