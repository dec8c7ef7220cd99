import { afterAll, beforeAll, expect, test } from "bun:test";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { goodPassword, startTestServer, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("HTML that grows too large as it is cleaned is refused, for it could never be saved again", async () => {
  const { client } = await server.signUp({ email: "large@example.com", password: goodPassword });
  // Each "<" becomes "&lt;", so what fits as it comes does not fit as it is kept.
  const html = "<".repeat(htmlLimits.maxBytes / 3);
  const refusal = { status: 400, message: "The HTML is larger than 1 MB once it is cleaned" };
  // Caught here: while `rejects` waits, Bun lets a quarter of a second pass between two turns of the server.
  const refusalOf = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);
  expect(await refusalOf(client("POST /templates", { body: { name: "Arrows", html } }))).toMatchObject(
    refusal,
  );
  const { _id } = await client("POST /templates", { body: { name: "Arrows", html: "<p>one</p>" } });
  const change = client("PUT /templates/{id}", { params: { id: _id }, body: { html } });
  expect(await refusalOf(change)).toMatchObject(refusal);
  const kept = await client("GET /templates/{id}", { params: { id: _id } });
  expect(kept).toMatchObject({ html: "<p>one</p>", version: 1 });
});
