import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { oauthLimits } from "../../../contract/limits/accounts/oauth.ts";
import { comeBack, ended, startGoogleServer } from "../../support/google/googleServer.ts";
import { type MicrosoftServer, startMicrosoftServer } from "../../support/microsoft/microsoftServer.ts";
import { microsoftPerson, personalTenant } from "../../support/microsoft/microsoftStandIn.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const sendScope = "https://graph.microsoft.com/Mail.Send";
const email = "ada@contoso.example";

let site: MicrosoftServer;
let person: TestPerson;
beforeAll(async () => {
  site = await startMicrosoftServer();
  person = await site.server.signUp();
});
afterEach(() => {
  site.microsoft.script.claims = {};
  site.microsoft.script.token = () => null;
});
afterAll(() => site.close());

const rows = async () => {
  const { database } = site.server.core;
  return database.read.select().from(database.tables.credentials);
};
const failed = (message: string) => ({ outcome: { kind: "failed", message } });
const dead =
  "This link cannot be used: it was used before, has expired, or was begun in another browser. Close this window and try again.";

test("connecting believes no token whose signature alone is wrong, whichever way it was made", async () => {
  const other = crypto.randomUUID();
  // Right in every claim, so that the signature alone is what is wrong with them.
  const right = { iss: `${site.microsoft.url}/${other}/v2.0`, tid: other, oid: "o", sub: "s", email };
  for (const forged of [await site.microsoft.forgedToken(right), await site.microsoft.otherWayToken(right)]) {
    const back = await site.begin(person, { email });
    site.microsoft.script.token = () => ({
      status: 200,
      body: { access_token: "a", refresh_token: "r", expires_in: 9, scope: sendScope, id_token: forged },
    });
    expect((await comeBack(back, person.cookie)).status).toBe(400);
  }
  expect(await rows()).toEqual([]);
});

describe("connecting a Microsoft account", () => {
  test("asks for who it is, for sending and for going on, and for nothing else", async () => {
    const { authorization_url } = await person.client("GET /auth/microsoft/authorize", { query: {} });
    const asked = Object.fromEntries(new URL(authorization_url).searchParams);
    expect(asked).toMatchObject({
      client_id: site.microsoft.clientId,
      redirect_uri: `${site.server.url}/auth/microsoft/callback`,
      response_type: "code",
      scope: `openid email profile offline_access ${sendScope}`,
      code_challenge_method: "S256",
    });
  });

  test("that its owner or an administrator refuses keeps nothing and says so", async () => {
    expect(await site.connect(person, { email, deny: true })).toMatchObject({
      status: 400,
      ...failed("You did not allow it at Microsoft, so nothing was connected."),
    });
    const back = await site.begin(person, { email, deny: true });
    back.searchParams.set("error_description", "AADSTS90094: Admin consent is required.");
    expect(ended(await comeBack(back, person.cookie))).toMatchObject(
      failed(
        "Your organisation requires an administrator to allow Amplify first, so nothing was connected. Once that is done, connect again.",
      ),
    );
    expect(await rows()).toEqual([]);
  });

  test("without the permission to send keeps nothing", async () => {
    expect(await site.connect(person, { email, without: [sendScope] })).toMatchObject(
      failed("Microsoft did not give permission to send. Please connect again and allow sending mail."),
    );
    expect(await rows()).toEqual([]);
  });

  test("believes no token that was signed by another, for another, or by a tenant that it does not name", async () => {
    const other = crypto.randomUUID();
    const claims = [
      { aud: "another-client" },
      { exp: 1 },
      { iss: "https://login.microsoftonline.com/common/v2.0" },
      { tid: other },
      { tid: "../common", iss: `${site.microsoft.url}/../common/v2.0` },
      { oid: undefined },
    ];
    for (const wrong of claims) {
      site.microsoft.script.claims = wrong;
      expect(await site.connect(person, { email })).toMatchObject(
        failed("Microsoft's answer could not be verified. Please try again."),
      );
    }
    expect(await rows()).toEqual([]);
  });

  test("adds it ready to send, with the refresh token sealed and out of sight", async () => {
    expect(await site.connect(person, { email })).toMatchObject({
      status: 200,
      outcome: { kind: "connected", provider: "outlook", email },
    });
    expect(await site.accounts(person)).toMatchObject([
      {
        provider: "outlook",
        type: "mscope",
        appEmail: email,
        appPassword: "",
        alias: `Ada <${email}>`,
        state: "working",
        perDay: 10_000,
        perMinute: 30,
      },
    ]);
    const [refreshToken = "none"] = site.microsoft.refreshTokens();
    expect(JSON.stringify(await rows())).not.toContain(refreshToken);
  });
});

describe("a Microsoft account that was connected", () => {
  test("of a person's own begins with a person's limits", async () => {
    site.microsoft.people.push(microsoftPerson("eve@outlook.example", personalTenant));
    const eve = await site.server.signUp();
    await site.connect(eve, { email: "eve@outlook.example" });
    expect(await site.accounts(eve)).toMatchObject([{ type: "mscope", perDay: 300, perMinute: 30 }]);
  });
});

describe("the way back from Microsoft", () => {
  test("is open once, for a while, to the session that began it and to no state of another provider", async () => {
    const stranger = await site.server.signUp();
    const back = await site.begin(person, { email });
    for (const cookie of [undefined, stranger.cookie])
      expect(ended(await comeBack(back, cookie))).toMatchObject({ status: 403, ...failed(dead) });
    const forged = new URL(back);
    forged.searchParams.set("state", "forged");
    expect((await comeBack(forged, person.cookie)).status).toBe(403);
    // Whoever comes back to the other provider's address comes with a state that is unknown there.
    const crossed = new URL(back);
    crossed.pathname = "/auth/google/callback";
    expect((await comeBack(crossed, person.cookie)).status).toBe(403);
    expect((await comeBack(back, person.cookie)).status).toBe(200);
    expect((await comeBack(back, person.cookie)).status).toBe(403);

    const late = await site.begin(person, { email });
    const { database, clock } = site.server.core;
    const createdAt = clock.now() - oauthLimits.stateMs - 1;
    await database.atomically((write) => ({
      aged: write.update(database.tables.oauthStates).set({ createdAt }),
    }));
    expect((await comeBack(late, person.cookie)).status).toBe(403);
    expect(await site.accounts(stranger)).toEqual([]);
  });

  test("with a code that was made for another visit fails at the verifier", async () => {
    const stranger = await site.server.signUp();
    const [stolen, own] = [await site.begin(person, { email }), await site.begin(stranger, { email })];
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect(ended(await comeBack(own, stranger.cookie))).toMatchObject({
      status: 400,
      ...failed("Microsoft no longer accepts this answer. Please try again."),
    });
    expect(await site.accounts(stranger)).toEqual([]);
  });

  test("a state of Google's is worth nothing there", async () => {
    const both = await startGoogleServer(site.microsoft.environment);
    try {
      const who = await both.server.signUp();
      const { authorization_url } = await who.client("GET /auth/authorize/scope", {
        query: { uid: who.uid },
      });
      const back = await both.google.consent(authorization_url, { email: "ada@gmail.example" });
      back.pathname = "/auth/microsoft/callback";
      expect((await comeBack(back, who.cookie)).status).toBe(403);
    } finally {
      await both.close();
    }
  });
});

describe("reconnecting a Microsoft account", () => {
  test("with another person's account is refused in a sentence, and nothing changes", async () => {
    const before = await rows();
    const [account] = await site.accounts(person);
    expect(await site.connect(person, { email: "bob@contoso.example" }, account?._id)).toMatchObject({
      status: 409,
      ...failed(
        "You chose bob@contoso.example, but this account is ada@contoso.example. Reconnect it with ada@contoso.example, or add bob@contoso.example as an account of its own.",
      ),
    });
    expect(await rows()).toEqual(before);
  });

  test("names the address to Microsoft, and follows an account that was renamed", async () => {
    const [account] = await site.accounts(person);
    const { authorization_url } = await person.client("GET /auth/microsoft/authorize", {
      query: { credentialId: account?._id ?? "" },
    });
    expect(new URL(authorization_url).searchParams.get("login_hint")).toBe(email);
    const [ada] = site.microsoft.people;
    if (ada) ada.email = "countess@contoso.example";
    await site.connect(person, { email: "countess@contoso.example" }, account?._id);
    expect(await site.accounts(person)).toMatchObject([
      { _id: account?._id, appEmail: "countess@contoso.example", alias: "Ada <countess@contoso.example>" },
    ]);
    if (ada) ada.email = email;
    await site.connect(person, { email }, account?._id);
  });

  test("is the one way to another sign-in or address: a change that names one is refused, and the rest is taken", async () => {
    const [account] = await site.accounts(person);
    const params = { id: account?._id ?? "" };
    const before = await rows();
    for (const body of [{ appPassword: "abcdefghijklmnop" }, { appEmail: "other@contoso.example" }])
      await expect(
        person.client("PUT /amplify/auth/credentials/{id}", { params, body }),
      ).rejects.toMatchObject({
        status: 400,
        reason: { code: "account_by_visit" },
        message: expect.stringContaining("Reconnect it in a browser"),
      });
    expect(await rows()).toEqual(before);
    const body = { appEmail: email.toUpperCase(), perMinute: 7 };
    const changed = await person.client("PUT /amplify/auth/credentials/{id}", { params, body });
    expect(changed).toMatchObject({ appEmail: email, perMinute: 7 });
  });

  test("is for one's own accounts that Microsoft connected", async () => {
    const [account] = await site.accounts(person);
    const stranger = await site.server.signUp();
    const begin = (credentialId: string) =>
      stranger.client("GET /auth/microsoft/authorize", { query: { credentialId } });
    await expect(begin(account?._id ?? "")).rejects.toMatchObject({ status: 404 });
    const sandbox = await stranger.client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail: "a@b.test", appPassword: "", alias: "A <a@b.test>" },
    });
    await expect(begin(sandbox._id)).rejects.toMatchObject({ status: 404 });
  });
});
