import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { unzip } from "../../support/unzip.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
});
afterAll(() => server.close());

test("what a segment asks of collections, fields and choices can be looked up in the export", async () => {
  const { client, cookie } = await server.signUp();
  const collection = await client("POST /amplify/collections", { body: { name: "vips" } });
  const field = await client("POST /amplify/fields", {
    body: { label: "Tier", kind: "choice", choices: ["Gold", "Silver"] },
  });
  const silver = field.choices[1]?._id ?? "";
  await client("POST /amplify/segments", {
    body: {
      name: "Best",
      question: {
        match: "all",
        of: [
          { about: "collections", op: "in", collections: [collection._id] },
          { about: "field", kind: "choice", field: field._id, op: "oneOf", choices: [silver] },
        ],
      },
    },
  });
  const response = await fetch(`${server.url}/amplify/account/export`, { headers: { cookie } });
  const files = await unzip(await response.bytes());
  const rowsOf = (name: string) => {
    const [heading = [], ...rows] = (files[name] ?? "")
      .replace("\ufeff", "")
      .trim()
      .split("\r\n")
      .map((row) => row.replaceAll('"', "").split(","));
    return rows.map((row) => Object.fromEntries(row.map((cell, index) => [heading[index], cell])));
  };
  expect(JSON.stringify(JSON.parse(files["segments.json"] ?? ""))).toContain(collection._id);
  expect(rowsOf("collections.csv")).toMatchObject([{ name: "vips", _id: collection._id }]);
  const [tier] = rowsOf("custom-fields.csv");
  expect(tier).toMatchObject({ key: "tier", choices: "Gold; Silver", _id: field._id });
  expect(tier?.choiceIds?.split("; ")[1]).toBe(silver);
});
