import { Database as Client } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { bodyLimits, pageLimits } from "../../../contract/limits/http.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  await server.grant(ada, { status: "AMEX" });
});
afterAll(() => server.close());

const good = { firstName: "Grace", lastName: "Hopper", email: "grace@example.com" };

async function call(person: TestPerson, method: string, path: string, body?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      cookie: person.cookie,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

test("every broken field of a lead is refused with a sentence, and nothing is added", async () => {
  const broken: [object, string][] = [
    [{ firstName: undefined }, exact.fillAllFields],
    [{ firstName: "  " }, exact.fillAllFields],
    [{ lastName: "" }, exact.fillAllFields],
    [{ firstName: { $ne: 1 } }, exact.fillAllFields],
    [{ firstName: "a\r\nBcc: x@y.test" }, "A line break, or another control"],
    [{ firstName: "x".repeat(textLimits.leadNameMax + 1) }, "A name has at most 200 characters"],
    [{ email: undefined }, exact.signupEmail],
    [{ email: "a@b.test,c@d.test" }, exact.signupEmail],
    [{ email: "Group: a@b.test;" }, exact.signupEmail],
    [{ email: '"x@evil.test y"@in.test' }, exact.signupEmail],
    [{ email: "a@b.test\r\nBcc: x@y.test" }, exact.signupEmail],
    [{ email: `${"a".repeat(300)}@b.test` }, exact.signupEmail],
    [{ phone: "1".repeat(textLimits.phoneMax + 1) }, ""],
    [{ phone: ["1"] }, ""],
    [{ collection: [7] }, ""],
    [{ collection: Array.from({ length: 51 }, (_, index) => `c${index}`) }, ""],
    [{ collection: ["x".repeat(textLimits.collectionNameMax + 1)] }, ""],
    [{ optout: "yes" }, ""],
  ];
  for (const [change, sentence] of broken) {
    const { status, json } = await call(ada, "POST", "/amplify/leads", { ...good, ...change });
    expect({ change, status }).toEqual({ change, status: 400 });
    expect(json.message).toStartWith(sentence);
  }
  expect((await call(ada, "GET", "/amplify/leads")).json).toEqual([] as never);
});

test("a phone that is null, as programs write what is left out, is none", async () => {
  const person = await server.signUp();
  const added = await call(person, "POST", "/amplify/leads", { ...good, phone: null });
  expect(added).toMatchObject({ status: 201, json: { phone: "" } });
  const path = `/amplify/leads/${added.json._id}`;
  const changed = await call(person, "PUT", path, { ...added.json, phone: null });
  expect(changed).toMatchObject({ status: 200, json: { phone: "" } });
});

test("half of a pair of surrogates is one sign that cannot be shown, as it is answered and as it is kept", async () => {
  const { status, json } = await call(ada, "POST", "/amplify/leads", {
    ...good,
    email: "half@example.com",
    firstName: "Gra\ud800ce",
    collection: ["half\udc00"],
  });
  const kept = { firstName: "Gra\ufffdce", collection: ["half\ufffd"] };
  expect({ status, json }).toMatchObject({ status: 201, json: kept });
  const rows = [
    { ...good, email: "other@example.com", firstName: "Gra\ud800ce", collection: ["half\udc00"] },
  ];
  await call(ada, "POST", "/amplify/leads/bulk", { leads: rows });
  const { items } = (await call(ada, "GET", "/amplify/leads?limit=5&collection=half%EF%BF%BD")).json;
  expect(items).toMatchObject([kept, kept]);
  const clean = async ({ _id }: { _id?: unknown }) => call(ada, "DELETE", `/amplify/leads/${_id}`);
  for (const lead of items as { _id: unknown }[]) await clean(lead);
});

test("a collection's name that a program left empty is not everybody", async () => {
  const { json } = await call(ada, "POST", "/amplify/leads", { ...good, email: "stays@example.com" });
  const mail = { subject: "News", html: "<p>Hello</p>" };
  for (const collection of ["", " ", "\u200b"]) {
    const matching = { collection };
    const named = `collection=${encodeURIComponent(collection)}`;
    for (const [method, path, body] of [
      ["GET", `/amplify/leads?${named}`],
      ["POST", "/amplify/leads/find", matching],
      ["POST", "/amplify/leads/actions", { action: "delete", which: { matching } }],
      ["POST", "/email/send/plan", { ...mail, matching }],
      ["POST", "/email/send/plan", { ...mail, collection }],
    ] as const)
      expect({ path, collection, ...(await call(ada, method, path, body)) }).toMatchObject({
        path,
        collection,
        status: 400,
        json: { reason: "collection_name_missing" },
      });
  }
  const nobody = { ...mail, leads: [{ email: "" }] };
  expect((await call(ada, "POST", "/email/send/plan", nobody)).json).toMatchObject({ field: "leads.0" });
  expect((await call(ada, "DELETE", `/amplify/leads/${json._id}`)).status).toBe(200);
});

test("collections that are null are none, in a lead and in a row", async () => {
  const { client } = await server.signUp();
  const lead = { ...good, collection: null };
  expect((await client("POST /amplify/leads", { body: lead })).collection).toEqual([]);
  const row = { ...lead, email: "row@example.com" };
  const { added, rejected } = await client("POST /amplify/leads/bulk", { body: { leads: [row] } });
  expect({ added, rejected }).toEqual({ added: 1, rejected: [] });
});

test("a lead that was imported without a last name is changed as it is answered, and none loses one it has", async () => {
  const { client } = await server.signUp();
  const rows = [{ firstName: "Cher", email: "cher@in.test" }, { ...good }];
  await client("POST /amplify/leads/bulk", { body: { leads: rows } });
  const { items } = await client("POST /amplify/leads/find", { body: { sort: "email", order: "asc" } });
  const [cher, grace] = items;
  if (cher === undefined || grace === undefined) throw new Error("two leads were imported");
  const changed = (lead: typeof cher, change: object) =>
    client("PUT /amplify/leads/{id}", { params: { id: lead._id }, body: { ...lead, ...change } });
  expect(await changed(cher, { optout: true })).toMatchObject({ lastName: "", optout: true });
  await expect(changed(grace, { lastName: " " })).rejects.toThrow(exact.fillAllFields);
});

test("a lead's id, owner and counters are not the caller's to say", async () => {
  const person = await server.signUp();
  const forged = { _id: "x", id: "x", workspaceId: ada.uid, emailCount: 9, openedCount: 9, createdAt: 1 };
  const added = await call(person, "POST", "/amplify/leads", { ...good, ...forged });
  expect(added.json).toMatchObject({ emailCount: 0, openedCount: 0 });
  const path = `/amplify/leads/${added.json._id}`;
  const changed = await call(person, "PUT", path, { ...good, ...forged, phone: "1" });
  expect(changed.json).toEqual({ ...added.json, phone: "1" });
  expect((await call(person, "GET", "/amplify/leads")).json).toEqual([changed.json] as never);
});

test("a page is refused for an unknown order and for numbers beyond its bounds", async () => {
  const queries = [
    "sort=workspaceId",
    "sort=email;drop",
    "order=up",
    "page=0",
    "page=x",
    "pageSize=0",
    `pageSize=${pageLimits.sizeMax + 1}`,
    `search=${"x".repeat(textLimits.searchMax + 1)}`,
  ];
  for (const query of queries) {
    const { status } = await call(ada, "GET", `/amplify/leads?${query}`);
    expect({ query, status }).toEqual({ query, status: 400 });
  }
  for (const query of ["sort=email", "order=desc", "page=3", "pageSize=1", "search=", "collection=all"]) {
    const { status, json } = await call(ada, "GET", `/amplify/leads?${query}`);
    expect(status).toBe(200);
    expect(json).toHaveProperty("items");
  }
});

test("twenty imports of fifty at once on the Free plan leave exactly fifty", async () => {
  const person = await server.signUp();
  const calls = Array.from({ length: 20 }, (_, call_) =>
    call(person, "POST", "/amplify/leads/bulk", {
      leads: Array.from({ length: 50 }, (_, row) => ({ ...good, email: `n${call_}x${row}@example.com` })),
    }),
  );
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ status }) => status === 403);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...refused.map(() => 403)]);
  for (const { json } of refused) {
    expect(json.code).toBe("plan_limit");
    expect(json.message).toContain("The Free plan holds 50 leads: no more fit.");
  }
  expect(await person.client("GET /amplify/leads")).toHaveLength(50);
});

test("an import of no rows, of too many and of too many bytes is refused", async () => {
  const bulk = (leads: unknown) => call(ada, "POST", "/amplify/leads/bulk", { leads });
  expect(await bulk([])).toMatchObject({ status: 400, json: { message: exact.noLeadsInFile } });
  expect((await bulk("x")).status).toBe(400);
  expect((await bulk(Array(leadLimits.bulkMax + 1).fill(0))).status).toBe(400);
  expect((await bulk(["x".repeat(bodyLimits.bulkBytes)])).status).toBe(413);
});

test("other calls are answered while a large import is under way", async () => {
  const person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
  const leads = Array.from({ length: 20_000 }, (_, row) => ({ ...good, email: `row${row}@example.com` }));
  let isDone = false;
  const importing = call(person, "POST", "/amplify/leads/bulk", { leads }).finally(() => {
    isDone = true;
  });
  let answeredMeanwhile = 0;
  while (!isDone) {
    await fetch(`${server.url}/healthz`);
    if (!isDone) answeredMeanwhile += 1;
  }
  expect(await importing).toMatchObject({ status: 200, json: { added: 20_000 } });
  expect(answeredMeanwhile).toBeGreaterThan(3);
  expect(await person.client("GET /amplify/leads")).toHaveLength(20_000);
}, 60_000);

test("collections are named once, without the product's own names", async () => {
  const person = await server.signUp();
  const add = (name: unknown) => call(person, "POST", "/amplify/collections", { name });
  for (const name of ["all", " ALL ", "Default"])
    expect(await add(name)).toMatchObject({ status: 400, json: { message: exact.collectionReserved } });
  for (const name of ["", "  ", 7, "x".repeat(textLimits.collectionNameMax + 1)])
    expect((await add(name)).status).toBe(400);
  const { json } = await add(" Spring ");
  expect(json).toMatchObject({ name: "spring", count: 0 });
  const taken = { status: 409, json: { message: exact.collectionTaken, code: "conflict" } };
  expect(await add("SPRING")).toMatchObject(taken);
  const { json: other } = await add("autumn");
  expect(await call(person, "PATCH", `/amplify/collections/${other._id}`, { name: "spring" })).toMatchObject(
    taken,
  );
  expect((await call(person, "PATCH", `/amplify/collections/${json._id}`, { name: "spring" })).status).toBe(
    200,
  );
});

test("a name that shows nothing is none", async () => {
  const question = { match: "all", of: [{ about: "optedOut", op: "no" }] };
  const lead = { firstName: "Ann", lastName: "Lee", email: "unseen@in.test" };
  for (const unseen of ["\u3164", "\u200b\u00a0\u200d", "\u2800"])
    for (const [path, body, reason] of [
      ["/amplify/collections", { name: unseen }, "collection_name_missing"],
      ["/amplify/fields", { label: unseen, kind: "text" }, "field_label_missing"],
      ["/amplify/segments", { name: unseen, question }, "segment_name_missing"],
      ["/amplify/leads", { ...lead, firstName: unseen }, "fields_missing"],
    ] as const) {
      const { status, json } = await call(ada, "POST", path, body);
      expect({ path, status, reason: json.reason }).toEqual({ path, status: 400, reason });
    }
});

test("a template's parts are text within bounds, and a stale version is refused", async () => {
  const draft = { name: "Spring", html: "<p>Hi</p>", design: { a: 1 } };
  const broken = [
    { name: "" },
    { name: 7 },
    { html: { path: "/etc/hostname" } },
    { html: { href: "http://127.0.0.1" } },
    { html: "x".repeat(htmlLimits.maxBytes + 1) },
    { design: "x".repeat(htmlLimits.designMaxBytes + 1) },
  ];
  for (const change of broken) {
    const { status } = await call(ada, "POST", "/templates", { ...draft, ...change });
    expect({ keys: Object.keys(change), status }).toMatchObject({ status: 400 });
  }
  const { json } = await call(ada, "POST", "/templates", {
    ...draft,
    public: true,
    workspaceId: "x",
    version: 9,
  });
  expect(json).toMatchObject({ ...draft, public: false, version: 1 });
  const path = `/templates/${json._id}`;
  expect((await call(ada, "PUT", path, { html: "<p>1</p>", version: 1 })).json).toMatchObject({ version: 2 });
  expect(await call(ada, "PUT", path, { html: "<p>2</p>", version: 1 })).toMatchObject({
    status: 409,
    json: { code: "conflict" },
  });
  const [kept] = (await call(ada, "GET", "/templates")).json as unknown as object[];
  expect(kept).toMatchObject({ name: "Spring", html: "<p>1</p>", design: { a: 1 }, version: 2 });
});

test("leads of one call stand in its order where the oldest come first", async () => {
  const person = await server.signUp();
  const emails = ["zoe@order.test", "ann@order.test", "mo@order.test"];
  const leads = emails.map((email) => ({ firstName: "Lead", email }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const { items } = await person.client("POST /amplify/leads/find", {
    body: { sort: "createdAt", order: "asc" },
  });
  expect(items.map(({ email }) => email)).toEqual(emails);
});

test("a collection that is spelled as no new one is keeps its name and its leads, and has no double", async () => {
  const eve = await server.signUp();
  await call(eve, "POST", "/amplify/collections", { name: "once here" });
  const file = new Client(join(server.dataFolder, "amplify.db"));
  file.run("UPDATE collections SET name = 'once  here' WHERE name = 'once here'");
  file.close();
  const { json: lead } = await call(eve, "POST", "/amplify/leads", { ...good, collection: ["once  here"] });
  const changed = await call(eve, "PUT", `/amplify/leads/${lead._id}`, { ...lead, phone: "1" });
  expect(changed.json).toMatchObject({ collection: ["once  here"], phone: "1" });
  expect(await call(eve, "POST", "/amplify/collections", { name: "once here" })).toMatchObject({
    status: 409,
  });
  const collections = await call(eve, "GET", "/amplify/collections");
  expect(collections.json).toMatchObject([{ name: "once  here", count: 1 }]);
});

test("a collection is listed and mailed by any name that looks like its own, as it is joined by", async () => {
  const gil = await server.signUp();
  const box = { provider: "sandbox", appEmail: "gil@spellings.test", alias: "Gil <gil@spellings.test>" };
  await call(gil, "POST", "/amplify/auth/credentials", box);
  await call(gil, "POST", "/amplify/leads", { ...good, collection: ["Spring   Zoé"] });
  const mail = { subject: "Hi", html: "<p>Hi</p>", from: "gil@spellings.test" };
  for (const collection of ["spring zoé", "Spring   Zoé", "spring\u00a0Zoe\u0301", "sp\u200bring zoé"]) {
    const query = `page=1&collection=${encodeURIComponent(collection)}`;
    const listed = await call(gil, "GET", `/amplify/leads?${query}`);
    expect([collection, listed.json.total]).toEqual([collection, 1]);
    const planned = await call(gil, "POST", "/email/send/plan", { ...mail, collection });
    expect([collection, planned.json.total]).toEqual([collection, 1]);
  }
  const unknown = await call(gil, "POST", "/email/send/plan", { ...mail, collection: "springzoé" });
  expect(unknown.status).toBe(404);
});
