import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../support/testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("somebody signs up, signs in and is known", async () => {
  const ada = await server.signUp();
  expect(await ada.client("GET /amplify/auth/me")).toMatchObject({
    email: ada.email,
    status: "AMFR",
    role: "user",
  });
});
