import { afterAll, beforeAll, expect, mock, test } from "bun:test";
import * as platform from "#platform/passwords";
import { createPasswords } from "../../../server/identity/passwords.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

// What takes the time of a sign-in is counted, when it is done: how long it took says little on a machine that others use.
const { verifyPassword } = platform;
let verifiedCount = 0;
mock.module("#platform/passwords", () => ({
  ...platform,
  async verifyPassword(...given: Parameters<typeof verifyPassword>) {
    const fits = await verifyPassword(...given);
    verifiedCount += 1;
    return fits;
  },
}));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("an address that nobody has costs a sign-in as much work as one that somebody has", async () => {
  const { email } = await server.signUp();
  const workFor = async (username: string) => {
    verifiedCount = 0;
    const body = JSON.stringify({ username, password: "Wrong-Horse-7" });
    expect(await send(`${server.url}/amplify/auth/login`, { body })).toMatchObject({ status: 401 });
    return verifiedCount;
  };
  expect(await workFor(email)).toBe(1);
  expect(await workFor("nobody@example.com")).toBe(1);
});

test("nobody is told sooner that a password does not fit where there is none, or none that can be read", async () => {
  const passwords = createPasswords();
  for (const stored of [null, "not a hash"]) {
    verifiedCount = 0;
    expect(await passwords.fits("Wrong-Horse-7", stored)).toBe(false);
    expect(verifiedCount).toBe(1);
  }
});
