import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OpenApiDocument } from "../../support/openApi/operationsOf.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off", AMPLIFY_PRIVATE_HOSTS: "on" });
});
afterAll(() => server.close());

const meanwhile = (fields: string[]) => ({
  code: "conflict",
  reason: { code: "changed_meanwhile", params: { fields } },
});

test("an account is changed by the first of two who read the same, and the second hears of it", async () => {
  const { client } = await server.signUp();
  const email = "ada@meanwhile.test";
  const { _id: id } = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: email, appPassword: "", alias: `Ada <${email}>` },
  });
  const change = (body: object) =>
    client("PUT /amplify/auth/credentials/{id}", { params: { id }, body: { provider: "sandbox", ...body } });
  const was = { displayName: null, perDay: null };
  await change({ displayName: "Ada Lee", was });
  await expect(change({ displayName: "Ada Roe", was })).rejects.toMatchObject(meanwhile(["displayName"]));
  // What nobody else has changed can be, and whoever does not say what they read goes on as before.
  await change({ perDay: 5, was: { perDay: null } });
  const now = await change({ displayName: "Ada Moss" });
  expect(now).toMatchObject({ displayName: "Ada Moss", perDay: 5 });
  const both = await Promise.allSettled(
    ["one", "two"].map((displayName) => change({ displayName, was: { displayName: "Ada Moss" } })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a webhook is changed by the first of two who read the same, and the second hears of it", async () => {
  const { client } = await server.signUp();
  const { _id: id } = await client("POST /amplify/api/webhooks", {
    body: { name: "CRM", url: "http://127.0.0.1:9/hook", types: ["lead.created"] },
  });
  const params = { id };
  const change = (body: object) => client("PUT /amplify/api/webhooks/{id}", { params, body });
  const was = { name: "CRM", types: ["lead.created"] };
  await change({ types: ["lead.updated"], was });
  await expect(change({ types: ["import.finished"], was })).rejects.toMatchObject(meanwhile(["types"]));
  await change({ name: "Till", was: { name: "CRM" } });
  expect(await change({ url: "http://127.0.0.1:9/other" })).toMatchObject({
    name: "Till",
    types: ["lead.updated"],
    url: "http://127.0.0.1:9/other",
  });
  const both = await Promise.allSettled([
    change({ types: ["lead.created"], was: { types: ["lead.updated"] } }),
    change({ types: ["import.finished"], was: { types: ["lead.updated"] } }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a lead is changed by the first of two who read the same, and the second hears of it", async () => {
  const { client } = await server.signUp();
  await client("POST /amplify/fields", { body: { label: "Town", kind: "text" } });
  const kept = { firstName: "Ann", lastName: "Lee", email: "ann@meanwhile.test", phone: "1", collection: [] };
  const { _id: id } = await client("POST /amplify/leads", { body: kept });
  const change = (body: object) =>
    client("PUT /amplify/leads/{id}", { params: { id }, body: { ...kept, ...body } });
  const was = { lastName: "Lee", fields: { town: null } };
  await change({ lastName: "Roe", fields: { town: "Ulm" }, was });
  await expect(change({ lastName: "Moss", was: { lastName: "Lee" } })).rejects.toMatchObject(
    meanwhile(["lastName"]),
  );
  await expect(
    change({ lastName: "Roe", fields: { town: "Bonn" }, was: { fields: { town: null } } }),
  ).rejects.toMatchObject(meanwhile(["town"]));
  await change({ lastName: "Roe", fields: { town: "Bonn" }, was: { fields: { town: "Ulm" }, phone: "1" } });
  expect(await change({ lastName: "Rae" })).toMatchObject({ lastName: "Rae", fields: { town: "Bonn" } });
  const both = await Promise.allSettled(
    ["One", "Two"].map((lastName) => change({ lastName, was: { lastName: "Rae" } })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("each call that takes what was read says in the reference that it may be answered with 409", async () => {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApiDocument;
  const told = Object.entries(paths).flatMap(([path, { put }]) => {
    const body = put?.requestBody?.content["application/json"]?.schema;
    return body?.properties?.was === undefined ? [] : [{ path, statuses: Object.keys(put?.responses ?? {}) }];
  });
  expect(told.map(({ path }) => path)).toContain("/amplify/api/webhooks/{id}");
  for (const { path, statuses } of told)
    expect({ path, statuses }).toMatchObject({ path, statuses: expect.arrayContaining(["409"]) });
});
