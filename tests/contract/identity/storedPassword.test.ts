import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

const secret = "kept-and-told-nobody";

let server: TestServer;
let home: ScriptedSmtp;
let stranger: ScriptedSmtp;
/** Every password that the other server was given. */
let given: string[] = [];
let person: TestPerson;
let account: Credential;
beforeAll(async () => {
  home = await startScriptedSmtp();
  stranger = await startScriptedSmtp({
    auth: ({ password }) => {
      given.push(password);
      return null;
    },
  });
  server = await startTestServer({ AMPLIFY_OUTLOOK_SMTP: `smtp://127.0.0.1:${home.port}` });
});
beforeEach(async () => {
  given = [];
  person = await server.signUp();
  account = await person.client("POST /amplify/auth/credentials", {
    body: { ...own(), appPassword: secret },
  });
});
afterEach(() => {
  home.script.auth = () => null;
});
afterAll(async () => {
  await server.close();
  await home.close();
  await stranger.close();
});

const own = () =>
  ({
    provider: "smtp",
    appEmail: "ada@sender.test",
    alias: "Ada <ada@sender.test>",
    host: "127.0.0.1",
    port: home.port,
    security: "none",
  }) as const;

async function put(change: object, id = account._id) {
  const response = await fetch(`${server.url}/amplify/auth/credentials/${id}`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: person.token },
    body: JSON.stringify({ ...own(), appPassword: "", ...change }),
  });
  const body = (await response.json()) as { message?: string; code?: string };
  return { status: response.status, ...body };
}

const stored = async () => (await person.client("GET /amplify/auth/credentials"))[0];

describe("a stored password", () => {
  test("does not go to another server because the account's address of it was changed", async () => {
    const refused = await put({ port: stranger.port });
    expect(refused).toMatchObject({ status: 400, code: "password_required" });
    expect(refused.message).toContain("enter the password again");
    expect(given).toEqual([]);
    expect(stranger.connectionCount()).toBe(0);
    expect(await stored()).toMatchObject({ port: home.port });
  });

  const changes: [string, object][] = [
    ["another host", { host: "localhost" }],
    ["another port", { port: 2525 }],
    ["another user name", { user: "somebody" }],
    ["another e-mail, which is its user name", { appEmail: "eve@sender.test" }],
  ];
  for (const [what, change] of changes)
    test(`is asked for again with ${what}, and nothing is connected to`, async () => {
      const before = home.connectionCount();
      expect(await put(change)).toMatchObject({ status: 400, code: "password_required" });
      expect(home.connectionCount()).toBe(before);
      expect(await stored()).toEqual(account);
    });

  test("is asked for again where it would go without encryption", async () => {
    const id = await withSecurity("tls");
    expect(await put({ security: "starttls" }, id)).toMatchObject({ code: "password_required" });
    expect(await put({ security: "none" }, id)).toMatchObject({ code: "password_required" });
  });

  test("stays where the encryption becomes stronger", async () => {
    const refused = await put({ security: "starttls" });
    // The scripted server offers none, and that is what is said.
    expect(refused).toMatchObject({ status: 400, code: "bad_request" });
    expect(refused.message).toContain("offers no STARTTLS");
  });

  test("stays with a new limit, and with another e-mail under the same user name", async () => {
    await put({ user: "ada-login", appPassword: secret });
    expect(await put({ user: "ada-login", appEmail: "news@sender.test", perDay: 9 })).toMatchObject({
      status: 200,
      appEmail: "news@sender.test",
      perDay: 9,
    });
  });

  test("is replaced by the one that comes with the other server", async () => {
    expect(await put({ port: stranger.port, appPassword: "another" })).toMatchObject({ status: 200 });
    expect(given).toEqual(["another"]);
  });

  test("of a mailbox at Microsoft is asked for again with another e-mail", async () => {
    const { _id } = await person.client("POST /amplify/auth/credentials", {
      body: {
        provider: "outlook",
        appEmail: "ada@outlook.test",
        alias: "Ada <ada@outlook.test>",
        appPassword: secret,
      },
    });
    const theirs = { provider: "outlook", alias: "" };
    expect(await put({ ...theirs, appEmail: "eve@outlook.test" }, _id)).toMatchObject({
      code: "password_required",
    });
    expect(await put({ ...theirs, appEmail: "ADA@Outlook.test" }, _id)).toMatchObject({ status: 200 });
  });

  test("that an account never had is not asked for", async () => {
    const body = { ...own(), appEmail: "relay@sender.test", alias: "Relay <relay@sender.test>" };
    const { _id } = await person.client("POST /amplify/auth/credentials", { body });
    expect(await put({ ...body, port: stranger.port }, _id)).toMatchObject({ status: 200 });
    expect(given).toEqual([]);
  });
});

/** An account of that encryption: none of the servers here speaks it, so it is written where it is kept. */
async function withSecurity(security: "tls"): Promise<string> {
  const { credentials } = server.core.database.tables;
  await server.core.database.atomically((write) => ({
    changed: write.update(credentials).set({ security }).returning(),
  }));
  return account._id;
}
