import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import { keyScopes } from "../../../contract/identity/keys.ts";
import { keyNeedOf } from "../../../contract/keyNeed.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

/** What is in the other collection and the other account alone: no answer to the key may hold it. */
const hidden = /hidden/i;
let server: TestServer;
let ada: TestPerson;
let ours: Awaited<ReturnType<typeof fill>>;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  await server.grant(ada, { status: "AMEX" });
  ours = await fill(ada);
  const body = { name: "Shop", scopes: [...keyScopes], collections: [ours.shop], accounts: [ours.account] };
  key = (await ada.client("POST /amplify/api/keys", { body })).key;
});
afterAll(() => server.close());

async function fill({ client }: TestPerson) {
  const add = async (name: string, collection: string[]) =>
    (
      await client("POST /amplify/leads", {
        body: { firstName: name, lastName: "Lind", email: `${name}@in.test`, collection },
      })
    )._id;
  const leads = {
    mine: await add("mine", ["shop"]),
    both: await add("both", ["shop", "hidden"]),
    hidden: await add("hidden", ["hidden"]),
    nowhere: await add("hidden-alone", []),
  };
  const account = async (name: string) => {
    const appEmail = `${name}@sandbox.test`;
    const body = { provider: "sandbox" as const, appEmail, alias: `Ada <${appEmail}>` };
    return (await client("POST /amplify/auth/credentials", { body }))._id;
  };
  const [account1, hiddenAccount] = [await account("ours"), await account("hidden")];
  const collections = await client("GET /amplify/collections");
  const idOf = (name: string) => collections.find((each) => each.name === name)?._id ?? "";
  const { campaignId } = await client("POST /email/send", {
    body: { subject: "hidden", html: "<p>hidden</p>", collection: "all", from: "hidden@sandbox.test" },
  });
  const segment = await client("POST /amplify/segments", {
    body: { name: "hidden", question: { match: "all", of: [{ about: "optedOut", op: "no" }] } },
  });
  return {
    leads,
    account: account1,
    hiddenAccount,
    campaignId,
    segmentId: segment._id,
    shop: idOf("shop"),
    hidden: idOf("hidden"),
  };
}

async function call(
  name: string,
  { body, by = key, id = "", query = "" }: { body?: unknown; by?: string; id?: string; query?: string } = {},
) {
  const { method, path } = methodAndPath(name);
  return send(server.url + path.replace("{id}", id) + query, {
    method,
    headers: { authorization: `Bearer ${by}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const mail = { subject: "Hi", html: "<p>Hi</p>" };
const reasonOf = (sent: { json: unknown }) => (sent.json as { reason?: string }).reason;

test("whatever does not know such bounds is not for such a key", async () => {
  for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
    if (endpoint.access === "public" || endpoint.keyBounds) continue;
    const sent = await call(name, { id: ours.leads.mine });
    const reason = keyNeedOf(name, endpoint) === "none" ? "key_not_person" : "key_bounded";
    expect({ name, status: sent.status, reason: reasonOf(sent) }).toEqual({ name, status: 403, reason });
  }
});

test("lists, leads and accounts are those of the bounds, and of a lead only what it is in there", async () => {
  expect((await call("GET /amplify/collections")).json).toMatchObject([{ name: "shop" }]);
  expect((await call("GET /amplify/auth/credentials")).json).toMatchObject([{ _id: ours.account }]);
  const all = (await call("GET /amplify/leads")).json as { collection: string[] }[];
  expect(all.map(({ collection }) => collection)).toEqual([["shop"], ["shop"]]);
  const page = await send(`${server.url}/amplify/leads?page=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(page.json).toMatchObject({ total: 2 });
  expect((await call("GET /amplify/leads/{id}", { id: ours.leads.both })).json).toMatchObject({
    collection: ["shop"],
  });
  const healthOf = (id: string) => call("GET /amplify/auth/credentials/{id}/health", { id });
  expect((await healthOf(ours.account)).status).toBe(200);
  expect((await healthOf(ours.hiddenAccount)).status).toBe(404);
  const domainOf = (id: string) => call("GET /amplify/auth/credentials/{id}/domain", { id });
  expect((await domainOf(ours.hiddenAccount)).status).toBe(404);
  for (const id of [ours.leads.hidden, ours.leads.nowhere])
    expect((await call("GET /amplify/leads/{id}", { id })).status).toBe(404);
  for (const sent of [await call("GET /amplify/collections"), await call("GET /amplify/leads"), page])
    expect(sent.text).not.toMatch(hidden);
});

test("no query looks beyond them", async () => {
  const asked = [
    { collection: "hidden" },
    { collection: "all" },
    { segmentId: ours.segmentId },
    { collection: "shop", question: { match: "all", of: [{ about: "optedOut", op: "no" }] } },
  ];
  for (const body of asked) {
    const sent = await call("POST /amplify/leads/find", { body });
    expect({ body, status: sent.status, reason: reasonOf(sent) }).toEqual({
      body,
      status: 403,
      reason: "key_bounded",
    });
  }
  const found = await call("POST /amplify/leads/find", { body: { search: "hidden" } });
  expect(found.json).toMatchObject({ total: 0 });
});

test("a lead is added and changed within them, and stays in what is not theirs to say", async () => {
  const lead = { firstName: "New", lastName: "Lind", email: "new@in.test" };
  for (const collection of [[], ["hidden"], ["shop", "hidden"], ["invented"]])
    expect(reasonOf(await call("POST /amplify/leads", { body: { ...lead, collection } }))).toBe(
      "key_bounded",
    );
  expect((await call("POST /amplify/leads", { body: { ...lead, collection: ["shop"] } })).status).toBe(201);
  const body = { firstName: "Both", lastName: "New", email: "both@in.test", collection: ["shop"] };
  const changed = await call("PUT /amplify/leads/{id}", { id: ours.leads.both, body });
  expect(changed.json).toMatchObject({ lastName: "New", collection: ["shop"] });
  const { collection } = await ada.client("GET /amplify/leads/{id}", { params: { id: ours.leads.both } });
  expect(collection).toEqual(["hidden", "shop"]);
  for (const names of [[], ["hidden"], ["shop", "hidden"], ["shop", "invented"]]) {
    const beyond = await call("PUT /amplify/leads/{id}", {
      id: ours.leads.mine,
      body: { ...body, email: "mine@in.test", collection: names },
    });
    expect({ names, reason: reasonOf(beyond) }).toEqual({ names, reason: "key_bounded" });
  }
  expect((await call("PUT /amplify/leads/{id}", { id: ours.leads.hidden, body })).status).toBe(404);
  const taken = await call("POST /amplify/leads", {
    body: { ...lead, email: "hidden@in.test", collection: ["shop"] },
  });
  expect(taken.status).toBe(409);
});

test("many leads are added within them or not at all", async () => {
  const row = (email: string, collection: string[]) => ({ firstName: "Row", email, collection });
  for (const leads of [
    [row("row@in.test", ["shop"]), row("other@in.test", ["hidden"])],
    [row("row@in.test", ["shop"]), row("hidden@in.test", ["shop"])],
    [row("row@in.test", [])],
  ]) {
    const sent = await call("POST /amplify/leads/bulk", { body: { leads } });
    expect({ leads, reason: reasonOf(sent) }).toEqual({ leads, reason: "key_bounded" });
  }
  const leads = [row("row@in.test", ["shop"]), row("mine@in.test", ["shop"])];
  expect((await call("POST /amplify/leads/bulk", { body: { leads } })).json).toMatchObject({
    added: 1,
    updated: 1,
  });
  const { firstName } = await ada.client("GET /amplify/leads/{id}", { params: { id: ours.leads.hidden } });
  expect(firstName).toBe("hidden");
});

test("a send goes to those leads through those accounts, and no other campaign is seen", async () => {
  const beyond = [
    { leads: [ours.leads.hidden] },
    { leads: [{ _id: ours.leads.mine }, { _id: ours.leads.hidden, email: "mine@in.test" }] },
    { leads: ["hidden@in.test"] },
    { collection: "hidden" },
    { collection: "all" },
    { leads: [], collection: "hidden" },
    { leads: [], matching: { collection: "hidden" } },
    { matching: { collection: "hidden" } },
    { matching: { collection: "shop", segmentId: ours.segmentId } },
    { leads: [ours.leads.mine], from: "hidden@sandbox.test" },
    { leads: [ours.leads.mine], credentialId: ours.hiddenAccount },
  ];
  for (const wish of beyond) {
    const sent = await call("POST /email/send", { body: { ...mail, from: "ours@sandbox.test", ...wish } });
    expect({ wish, isRefused: sent.status >= 400 && sent.status < 500 }).toEqual({ wish, isRefused: true });
    if (!JSON.stringify(wish).includes("hidden")) expect(sent.text).not.toMatch(hidden);
  }
  const sent = await call("POST /email/send", {
    body: { ...mail, from: "ours@sandbox.test", matching: { collection: "shop" } },
  });
  expect(sent).toMatchObject({ status: 200 });
  const { campaignId: id } = sent.json as { campaignId: string };
  const deliveries = await call("GET /amplify/campaigns/{id}/deliveries", { id });
  expect(deliveries.status).toBe(200);
  expect(deliveries.text).not.toMatch(hidden);
  expect((await call("GET /amplify/campaigns/{id}", { id })).status).toBe(200);
  for (const name of ["GET /amplify/campaigns/{id}", "GET /amplify/campaigns/{id}/deliveries"])
    expect((await call(name, { id: ours.campaignId })).status).toBe(404);
});

test("a send names its leads in any way, and its campaign is seen by no other such key", async () => {
  const { mine, both } = ours.leads;
  for (const leads of [[mine, "Both@in.test"], [{ _id: mine }, { email: "both@in.test" }], [both]]) {
    const body = { ...mail, from: "ours@sandbox.test", leads };
    expect({ leads, sent: await call("POST /email/send", { body }) }).toMatchObject({
      sent: { status: 200 },
    });
  }
  const body = { ...mail, from: "ours@sandbox.test", leads: [mine] };
  const { campaignId: id } = (await call("POST /email/send", { body })).json as { campaignId: string };
  expect((await call("GET /amplify/campaigns/{id}", { id })).status).toBe(200);
  const other = { name: "Other", scopes: [...keyScopes], collections: [ours.shop] };
  const by = (await ada.client("POST /amplify/api/keys", { body: other })).key;
  expect((await call("GET /amplify/campaigns/{id}", { by, id })).status).toBe(404);
});

test("of several collections each lead is told once, and a page is of the one that is named", async () => {
  const body = { name: "Both", scopes: [...keyScopes], collections: [ours.shop, ours.hidden] };
  const by = (await ada.client("POST /amplify/api/keys", { body })).key;
  const all = (await call("GET /amplify/leads", { by })).json as { _id: string }[];
  const ids = all.map(({ _id }) => _id);
  expect(new Set(ids).size).toBe(ids.length);
  const { mine, both, hidden: other, nowhere } = ours.leads;
  expect([mine, both, other].every((id) => ids.includes(id))).toBe(true);
  expect(ids).not.toContain(nowhere);
  expect(reasonOf(await call("GET /amplify/leads", { by, query: "?page=1" }))).toBe("key_bounded");
  for (const named of ["Hidden", "hid%E2%80%8Bden"]) {
    const page = await call("GET /amplify/leads", { by, query: `?page=1&collection=${named}` });
    expect(page.json).toMatchObject({ total: 2 });
  }
});

test("a key that is kept to accounts alone has every lead, and one that is kept to collections every account", async () => {
  const keyWith = async (bounds: { accounts: string[] } | { collections: string[] }) =>
    (await ada.client("POST /amplify/api/keys", { body: { name: "One", scopes: [...keyScopes], ...bounds } }))
      .key;
  const statusOf = async (by: string, wish: object) =>
    (await call("POST /email/send", { by, body: { ...mail, ...wish } })).status;
  const ofAccount = await keyWith({ accounts: [ours.account] });
  const ofShop = await keyWith({ collections: [ours.shop] });
  const [own, other] = [{ from: "ours@sandbox.test" }, { from: "hidden@sandbox.test" }];
  expect(await statusOf(ofAccount, { ...own, collection: "hidden" })).toBe(200);
  expect(await statusOf(ofAccount, { ...other, collection: "hidden" })).toBeGreaterThanOrEqual(400);
  expect(await statusOf(ofShop, { ...other, leads: [ours.leads.mine] })).toBe(200);
  expect(await statusOf(ofShop, { ...other, leads: [ours.leads.nowhere] })).toBe(404);
  const { nowhere } = ours.leads;
  const lead = { firstName: "Nowhere", lastName: "Lind", email: "hidden-alone@in.test", collection: [] };
  expect((await call("PUT /amplify/leads/{id}", { by: ofAccount, id: nowhere, body: lead })).status).toBe(
    200,
  );
  const leads = [{ firstName: "Row", email: "free@in.test" }];
  const bulk = await call("POST /amplify/leads/bulk", { by: ofAccount, body: { leads } });
  expect(bulk.json).toMatchObject({ added: 1 });
  expect((await call("GET /amplify/leads", { by: ofAccount, query: "?page=1" })).json).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ _id: nowhere })]),
  });
});
