import { afterAll, beforeAll, expect, test } from "bun:test";
import { limits } from "../../contract/limits.ts";
import { goodPassword, startTestServer, type TestServer } from "../support/testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("HTML that grows too large as it is cleaned is refused, for it could never be saved again", async () => {
  const { client } = await server.signUp({ email: "large@example.com", password: goodPassword });
  // Each "<" becomes "&lt;", so what fits as it comes does not fit as it is kept.
  const html = "<".repeat(limits.html.maxBytes / 3);
  const refusal = { status: 400, message: "The HTML is larger than 1 MB once it is cleaned" };
  await expect(client("POST /templates", { body: { name: "Arrows", html } })).rejects.toMatchObject(refusal);
  const { _id } = await client("POST /templates", { body: { name: "Arrows", html: "<p>one</p>" } });
  await expect(client("PUT /templates/{id}", { params: { id: _id }, body: { html } })).rejects.toMatchObject(
    refusal,
  );
  const kept = await client("GET /templates/{id}", { params: { id: _id } });
  expect(kept).toMatchObject({ html: "<p>one</p>", version: 1 });
});
