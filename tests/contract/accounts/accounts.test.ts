import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

let smtp: ScriptedSmtp;
let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  server = await startTestServer({
    AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}`,
    AMPLIFY_PRIVATE_HOSTS: "off",
    AMPLIFY_SANDBOX: "off",
  });
  person = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const google = {
  provider: "google",
  appEmail: "ada@sender.test",
  appPassword: "abcd efgh ijkl mnop",
  alias: "Ada <ada@sender.test>",
};

async function add(body: unknown) {
  const response = await fetch(`${server.url}/amplify/auth/credentials`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: person.token },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as { message?: string; _id?: string }) };
}

const stored = () => person.client("GET /amplify/auth/credentials");

describe("an account", () => {
  for (const alias of ["", "Ada", "Ada Lovelace <ada@sender.test>", "ada@sender.test", "Ada ada@sender.test"])
    test(`with the alias ${JSON.stringify(alias)} is refused in the specification's words`, async () => {
      expect(await add({ ...google, alias })).toMatchObject({
        status: 400,
        message: "Alias should be in the format: Name <ada@sender.test>",
      });
    });

  const broken: [string, field: string, Record<string, unknown>][] = [
    ["with no password", "appPassword", { appPassword: "" }],
    ["with a password that holds a line break", "appPassword", { appPassword: "abcd\r\nefgh" }],
    ["with two addresses", "appEmail", { appEmail: "a@b.test,c@d.test" }],
    ["with an unknown provider", "provider", { provider: "pigeon" }],
    ["with a server of its own but no host", "host", { provider: "smtp", appPassword: "" }],
    ["with a server of its own but no port", "port", { provider: "smtp", host: "127.0.0.1" }],
    ["on a server inside the network", "host", { provider: "smtp", host: "127.0.0.1", port: 25 }],
    ["whose alias has an address of another's", "alias", { alias: "Ada <ada@gmail.com>" }],
    ["of the sandbox where that is switched off", "provider", { provider: "sandbox" }],
  ];
  for (const [what, field, change] of broken)
    test(`${what} is refused by that field, and not kept`, async () => {
      expect(await add({ ...google, ...change })).toMatchObject({ status: 400, field });
      expect(await stored()).toEqual([]);
    });

  test("that its server refuses is not kept, and the answer says what to do", async () => {
    smtp.script.auth = "535 5.7.8 Username and Password not accepted";
    const refused = await add(google);
    smtp.script.auth = () => null;
    expect(refused).toMatchObject({ status: 400, field: "appPassword" });
    expect(refused.message).toContain("create an app password");
    expect(refused.message).toContain("not accepted");
    expect(refused.message).not.toContain("abcd");
    expect(await stored()).toEqual([]);
  });

  test("whose server cannot be asked just now is told so and what to do, not called wrong", async () => {
    smtp.script.auth = "454 4.7.0 Temporary authentication failure";
    const refused = await add(google);
    smtp.script.auth = () => null;
    expect(refused.status).toBe(503);
    expect(refused.message).toBe(
      "The server does not take this account just now. Try again later. The server said: 454 4.7.0 Temporary authentication failure",
    );
    expect(await stored()).toEqual([]);
  });

  test("whose server turns this machine away is told whom to ask", async () => {
    smtp.script.greeting = "554 5.7.1 Your address is on a list";
    const refused = await add(google);
    delete smtp.script.greeting;
    expect(refused).toMatchObject({
      status: 400,
      message:
        "The server does not let this account in. Ask whoever runs it. The server said: 554 5.7.1 Your address is on a list",
    });
    expect(await stored()).toEqual([]);
  });

  test("is kept once, with its password out of sight and without the groups it was shown in", async () => {
    let seenPassword = "";
    smtp.script.auth = ({ password }) => {
      seenPassword = password;
      return null;
    };
    const added = await add({ ...google, provider: "" });
    expect(added).toMatchObject({ status: 201, provider: "google", appPassword: "", state: "working" });
    expect(seenPassword).toBe("abcdefghijklmnop");
    expect(await add(google)).toMatchObject({ status: 409, field: "appEmail" });
    expect(await stored()).toHaveLength(1);
  });
});

describe("a connected account", () => {
  test("keeps its password and alias when a change leaves them empty, and asks nobody for a new limit", async () => {
    const [account] = await stored();
    const connectionsBefore = smtp.connectionCount();
    const changed = await person.client("PUT /amplify/auth/credentials/{id}", {
      params: { id: account?._id ?? "" },
      body: { provider: "google", appEmail: "ada@sender.test", appPassword: "", alias: "", perMinute: 7 },
    });
    expect(changed).toMatchObject({ provider: "google", alias: google.alias, perMinute: 7 });
    expect(smtp.connectionCount()).toBe(connectionsBefore);
  });

  const put = async (body: object) => {
    const [account] = await stored();
    const response = await fetch(`${server.url}/amplify/auth/credentials/${account?._id}`, {
      method: "PUT",
      headers: { "content-type": "application/json", authorization: person.token },
      body: JSON.stringify(body),
    });
    return (await response.json()) as object;
  };

  test("keeps its provider: another is refused, and none or a blank is Google's own", async () => {
    expect(await put({ provider: "outlook", alias: "Eve <ada@sender.test>" })).toMatchObject({
      code: "bad_request",
      reason: "provider_fixed",
      field: "provider",
      message: "An account's provider cannot be changed. Add another account instead.",
    });
    for (const provider of ["", null, undefined])
      expect(await put({ provider, alias: null })).toMatchObject({ provider: "google", alias: google.alias });
  });

  test("is told how long a password may be", async () => {
    const message = "appPassword: At most 512 characters";
    expect(await put({ appPassword: "a".repeat(513) })).toMatchObject({ message });
  });

  test("keeps its e-mail when a change names none", async () => {
    const [account] = await stored();
    const connectionsBefore = smtp.connectionCount();
    const changed = await person.client("PUT /amplify/auth/credentials/{id}", {
      params: { id: account?._id ?? "" },
      body: { gapMs: 20 },
    });
    expect(changed).toMatchObject({ appEmail: "ada@sender.test", alias: google.alias, gapMs: 20 });
    expect(smtp.connectionCount()).toBe(connectionsBefore);
  });

  test("keeps the day that its ramp-up has reached when the step changes, and forgets it when it is switched off", async () => {
    const [account] = await stored();
    const put = (rampPerDay: number | null) =>
      person.client("PUT /amplify/auth/credentials/{id}", {
        params: { id: account?._id ?? "" },
        body: { appEmail: "ada@sender.test", appPassword: "", alias: "", perDay: 100, rampPerDay },
      });
    const started = await put(20);
    expect(started).toMatchObject({ rampPerDay: 20, perDayNow: 20 });
    expect(await put(30)).toMatchObject({ perDayNow: 30, rampStartedAt: started.rampStartedAt });
    expect(await put(null)).toMatchObject({ rampPerDay: null, rampStartedAt: null, perDayNow: 100 });
  });

  test("is tried by a real sign-in that sends nothing and changes nothing", async () => {
    const [account] = await stored();
    const params = { id: account?._id ?? "" };
    const connectionsBefore = smtp.connectionCount();
    const { message } = await person.client("POST /amplify/auth/credentials/{id}/test", { params });
    expect(message).toBe("Google accepts the sign-in of ada@sender.test. Nothing was sent.");
    expect(smtp.connectionCount()).toBe(connectionsBefore + 1);
    smtp.script.auth = "535 5.7.8 Username and Password not accepted";
    const refused = person.client("POST /amplify/auth/credentials/{id}/test", { params });
    await expect(refused).rejects.toThrow("create an app password");
    await expect(refused).rejects.toHaveProperty("field", undefined);
    smtp.script.auth = () => null;
    expect(await stored()).toMatchObject([{ state: "working" }]);
  });
});

test("an account of somebody else cannot be tried", async () => {
  const [account] = await stored();
  const stranger = await server.signUp();
  const params = { id: account?._id ?? "" };
  const tried = stranger.client("POST /amplify/auth/credentials/{id}/test", { params });
  await expect(tried).rejects.toMatchObject({ status: 404 });
});
