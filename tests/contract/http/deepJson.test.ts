import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import { askServed } from "../../support/db/askServed.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
});
afterAll(() => server.close());

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const sentence = "This is nested too deep: at most 64 levels of brackets are read";

const takesJson = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, { body, bodyType = "json" }]) => body !== undefined && bodyType === "json",
);

test("every call that takes JSON refuses 50,000 brackets in a plain sentence", async () => {
  expect(takesJson.length).toBeGreaterThan(25);
  for (const [key] of takesJson) {
    const { method, path } = methodAndPath(key);
    for (const body of [
      nested(50_000),
      `{"name":"n","design":${nested(39_900)}}`,
      `${'{"a":'.repeat(20_000)}1`,
    ]) {
      const url = `${server.url}${path.replaceAll(/\{\w+\}/g, "1")}`;
      const sent = await send(url, { method, body, cookie: person.cookie });
      expect({ key, status: sent.status, json: sent.json }).toEqual({
        key,
        status: 400,
        json: {
          message: sentence,
          code: "bad_request",
          reason: "json_too_deep",
          params: { max: 64 },
          reply: null,
        },
      });
    }
  }
});

test("a design as deep as Unlayer's own, and twice that, is taken", async () => {
  const design = { body: { rows: [], values: JSON.parse(nested(30)) } };
  const { _id } = await person.client("POST /templates", { body: { name: "Deep", design, html: "" } });
  const kept = await person.client("GET /templates/{id}", { params: { id: _id } });
  expect(kept.design).toEqual(design);
});

test("brackets in a text are no nesting", async () => {
  const html = `<p>${nested(5_000)} \\" ${'{"a":'.repeat(1_000)}</p>`;
  const { _id } = await person.client("POST /templates", { body: { name: "Brackets", html } });
  const { html: kept } = await person.client("GET /templates/{id}", { params: { id: _id } });
  expect(kept).toBe(html);
});

test("a design that an older version took in too deep costs no list, and leaves the template its HTML", async () => {
  const { _id } = await person.client("POST /templates", {
    body: { name: "Old", design: { body: { rows: [] } }, html: "<p>kept</p>" },
  });
  await askServed(server.dataFolder, `update templates set design = '${nested(39_900)}' where id = '${_id}'`);
  const all = await person.client("GET /templates");
  expect(all.find((template) => template._id === _id)).toMatchObject({ design: null, html: "<p>kept</p>" });
  const one = await person.client("GET /templates/{id}", { params: { id: _id } });
  expect(one).toMatchObject({ name: "Old", design: null, html: "<p>kept</p>" });
  // A change of something else leaves what is stored as it is.
  const renamed = await person.client("PUT /templates/{id}", { params: { id: _id }, body: { name: "New" } });
  expect(renamed).toMatchObject({ name: "New", design: null, version: 2 });
});
