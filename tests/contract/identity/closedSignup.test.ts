import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { type GoogleStandIn, googleStandIn } from "../../support/google/googleStandIn.ts";
import { goodPassword, startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

const ada = { email: "ada@example.com", password: goodPassword };
const folder = mkdtempSync(join(tmpdir(), "amplify-closed-"));
let google: GoogleStandIn;
let server: TestServer;
beforeAll(async () => {
  google = await googleStandIn();
  const open = await startTestServer({ AMPLIFY_DATA: folder });
  await open.signUp(ada);
  await open.close();
  server = await startTestServer(
    { ...google.environment, AMPLIFY_DATA: folder, AMPLIFY_SIGNUP: "off" },
    { islands: true },
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const people = async () => (await createUserStore(server.core.database).all()).map(({ email }) => email);
const signIn = async (email: string) =>
  send(`${server.url}/amplify/auth/store-google-user`, {
    body: "{}",
    headers: { authorization: `Bearer ${await google.idToken({ email, hd: email.split("@")[1] })}` },
  });
const closed = {
  status: 403,
  json: { message: "This installation takes no new accounts. Ask whoever runs it.", code: "forbidden" },
};

test("where sign-up is closed nobody new gets in, by password or by Google, or learns who is there", async () => {
  const body = { firstName: "Eve", lastName: "Newcomer", password: goodPassword };
  for (const email of ["eve@example.com", ada.email])
    expect(
      await send(`${server.url}/amplify/auth/signup`, { body: JSON.stringify({ ...body, email }) }),
    ).toMatchObject(closed);
  expect(await signIn("eve@example.com")).toMatchObject(closed);
  expect(await people()).toEqual([ada.email]);
});

test("whoever has an account signs in as before, by Google too, and the page says how things are", async () => {
  expect((await server.logIn(ada)).token).not.toBe("");
  expect(await signIn(ada.email)).toMatchObject({ status: 200 });
  const page = await (await fetch(`${server.url}/signup`)).text();
  expect(page).toContain("takes no new accounts");
  expect(page).not.toContain('data-island="SignUp"');
  expect(await people()).toEqual([ada.email]);
});
