import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  await server.grant(ada, { status: "AMEX" });
  const leads = ["Ann", "Ben", "Cid", "Dan", "Eve"].map((firstName, index) => ({
    firstName,
    lastName: "Lind",
    email: `${firstName}@in.test`,
    collection: index < 3 ? ["shop"] : ["hidden"],
  }));
  await ada.client("POST /amplify/leads/bulk", { body: { leads } });
});
afterAll(() => server.close());

type Page = { items: Record<string, unknown>[]; next: string | null };
async function listed(query: Record<string, string>, token = ada.token) {
  const response = await fetch(`${server.url}/amplify/leads?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, json: (await response.json()) as Page & { reason?: string } };
}

test("with a limit the list goes on by its cursor to its end, with the fields that are asked for", async () => {
  const query = { limit: "2", sort: "firstName", order: "desc", fields: "firstName,email" };
  const first = (await listed(query)).json;
  expect(first.items).toEqual([
    { firstName: "Eve", email: "eve@in.test" },
    { firstName: "Dan", email: "dan@in.test" },
  ]);
  const second = (await listed({ ...query, cursor: first.next ?? "" })).json;
  const third = (await listed({ ...query, cursor: second.next ?? "" })).json;
  expect(second.items.map(({ firstName }) => firstName)).toEqual(["Cid", "Ben"]);
  expect(third).toEqual({ items: [{ firstName: "Ann", email: "ann@in.test" }], next: null });
});

test("a page by its number has chosen fields too, and the whole list is as it always was", async () => {
  expect((await listed({ page: "1", pageSize: "1", fields: "phone" })).json).toEqual({
    items: [{ phone: "" }],
    total: 5,
    page: 1,
    pageSize: 1,
  } as never);
  const whole = (await listed({})).json as unknown as Record<string, unknown>[];
  expect(whole).toHaveLength(5);
  expect(Object.keys(whole[0] ?? {}).join()).toBe(
    "_id,firstName,lastName,email,phone,optout,emailCount,openedCount,createdAt,fields,collection",
  );
});

test("unknown fields, both ways of paging at once and cursors of elsewhere are refused with their reason", async () => {
  const cursor = (await listed({ limit: "1" })).json.next ?? "";
  const refused: [Record<string, string>, string][] = [
    [{ fields: "password" }, "list_fields_unknown"],
    [{ fields: "email,workspaceId" }, "list_fields_unknown"],
    [{ fields: "" }, "list_fields_unknown"],
    [{ limit: "1", page: "2" }, "cursor_and_page"],
    [{ cursor, sort: "email" }, "cursor_unknown"],
    [{ cursor: `${cursor}x` }, "cursor_unknown"],
    [{ cursor: "{}" }, "cursor_unknown"],
    [{ cursor: "x".repeat(7_000) }, "cursor_unknown"],
    [{ limit: "1", sort: "passwordHash" }, "lead_sort_unknown"],
  ];
  for (const [query, reason] of refused)
    expect({ query, ...(await listed(query)) }).toMatchObject({ query, status: 400, json: { reason } });
  expect((await listed({ limit: "0" })).status).toBe(400);
  expect((await listed({ limit: "501" })).status).toBe(400);
});

test("a key that is kept to a collection goes through that one, and a cursor of all leads is no way out", async () => {
  const collections = await ada.client("GET /amplify/collections");
  const shop = collections.find(({ name }) => name === "shop")?._id ?? "";
  const body = { name: "Shop", scopes: ["read" as const], collections: [shop] };
  const { key } = await ada.client("POST /amplify/api/keys", { body });
  const first = (await listed({ limit: "2" }, key)).json;
  const rest = (await listed({ limit: "2", cursor: first.next ?? "" }, key)).json;
  expect([...first.items, ...rest.items].map(({ firstName }) => firstName)).toEqual(["Ann", "Ben", "Cid"]);
  expect(rest.next).toBeNull();
  const ofAll = (await listed({ limit: "2" })).json.next ?? "";
  expect((await listed({ limit: "2", cursor: ofAll }, key)).json.reason).toBe("cursor_unknown");
  expect((await listed({ limit: "2", collection: "hidden" }, key)).status).toBe(403);
  expect((await listed({ limit: "1", fields: "email" }, key)).json.items).toEqual([{ email: "ann@in.test" }]);
});
