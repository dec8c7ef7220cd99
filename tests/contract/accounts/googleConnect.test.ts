import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { oauthLimits } from "../../../contract/limits/accounts/oauth.ts";
import { createUserStore } from "../../../db/stores/identity/users.ts";
import { createGoogleLinks } from "../../../server/identity/googleLinks.ts";
import { comeBack, ended, type GoogleServer, startGoogleServer } from "../../support/google/googleServer.ts";
import { somePerson } from "../../support/google/googleStandIn.ts";
import { memberOf, workIn } from "../../support/server/memberOf.ts";
import type { TestPerson } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";
import { until } from "../../support/until.ts";

const sendScope = "https://www.googleapis.com/auth/gmail.send";
const email = "ada@gmail.example";

let site: GoogleServer;
let person: TestPerson;
beforeAll(async () => {
  site = await startGoogleServer();
  person = await site.server.signUp();
});
afterAll(() => site.close());

const idOf = ([account]: { _id: string }[]) => ({ params: { id: account?._id ?? "" } });
const rows = async () => {
  const { database } = site.server.core;
  return database.read.select().from(database.tables.credentials);
};

describe("connecting a Google account", () => {
  test("that its owner refuses keeps nothing and says so", async () => {
    expect(await site.connect(person, { email, deny: true })).toMatchObject({
      status: 400,
      outcome: { kind: "failed", message: "You did not allow it at Google, so nothing was connected." },
    });
    expect(await rows()).toEqual([]);
  });

  test("without the permission to send keeps nothing and says which box to leave ticked", async () => {
    const { status, outcome } = await site.connect(person, { email, without: [sendScope] });
    expect(status).toBe(400);
    expect(outcome.message).toBe(
      "Google did not give permission to send. Please connect again and leave the box for sending email ticked.",
    );
    expect(await rows()).toEqual([]);
  });

  test("whose address Google has not verified is refused", async () => {
    const unverified = { ...somePerson("eve@gmail.example"), verified: false };
    site.google.people.push(unverified);
    const { status, outcome } = await site.connect(person, { email: unverified.email });
    expect({ status, message: outcome.message }).toEqual({
      status: 400,
      message: "Google has not verified the email address of this account, so it cannot be used here.",
    });
    expect(await rows()).toEqual([]);
  });

  test("adds it ready to send, with the refresh token sealed and out of sight", async () => {
    expect(await site.connect(person, { email })).toMatchObject({
      status: 200,
      outcome: { kind: "connected", email },
    });
    expect(await site.accounts(person)).toMatchObject([
      {
        provider: "google",
        type: "gscope",
        appEmail: email,
        appPassword: "",
        alias: `Ada <${email}>`,
        state: "working",
        perDay: 500,
      },
    ]);
    const [refreshToken = "none"] = site.google.refreshTokens();
    expect(JSON.stringify(await rows())).not.toContain(refreshToken);
    expect(JSON.stringify(await site.accounts(person))).not.toContain(refreshToken);
  });

  test("comes back to a page that no search engine keeps, that no other site learns of, and that can close itself", async () => {
    const { sent } = await site.connect(person, { email, deny: true });
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "cross-origin-opener-policy": "unsafe-none",
      "cache-control": "no-store",
    });
  });
});

describe("connecting a Google account again", () => {
  test("renews the same account", async () => {
    const [before] = await site.accounts(person);
    expect(await site.connect(person, { email })).toMatchObject({ status: 200 });
    expect(await site.accounts(person)).toMatchObject([{ _id: before?._id, appEmail: email }]);
  });

  test("with a code that was used before is refused", async () => {
    const begin = async () => {
      const { authorization_url } = await person.client("GET /auth/authorize/scope", {
        query: { uid: person.uid },
      });
      return site.google.consent(authorization_url, { email });
    };
    const [first, second] = [await begin(), await begin()];
    expect((await comeBack(first, person.cookie)).status).toBe(200);
    second.searchParams.set("code", first.searchParams.get("code") ?? "");
    expect(ended(await comeBack(second, person.cookie))).toMatchObject({
      status: 400,
      outcome: { message: "Google no longer accepts this answer. Please try again." },
    });
  });

  test("whose code was made for another visit fails at the verifier", async () => {
    const stranger = await site.server.signUp();
    const begin = async (who: TestPerson) => {
      const { authorization_url } = await who.client("GET /auth/authorize/scope", {
        query: { uid: who.uid },
      });
      return site.google.consent(authorization_url, { email });
    };
    const [stolen, own] = [await begin(person), await begin(stranger)];
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect((await comeBack(own, stranger.cookie)).status).toBe(400);
    expect(await site.accounts(stranger)).toEqual([]);
  });

  test("that was begun in another workspace than the one the session is in now connects nothing to either", async () => {
    const { server, google } = site;
    const visitor = await memberOf(server, await server.signUp());
    const { authorization_url } = await visitor.client("GET /auth/authorize/scope", {
      query: { uid: visitor.uid },
    });
    const back = await google.consent(authorization_url, { email });
    const before = await rows();
    expect(await workIn(server, visitor, visitor.uid)).toBe(true);
    expect(ended(await comeBack(back, visitor.cookie))).toMatchObject({
      status: 403,
      outcome: { kind: "failed", message: expect.stringContaining("begun in another browser") },
    });
    expect(await rows()).toEqual(before);
  });
});

describe("reconnecting an account", () => {
  test("with another Google account is refused in a sentence, and nothing changes", async () => {
    const [before] = await rows();
    const [account] = await site.accounts(person);
    const { status, outcome } = await site.connect(person, { email: "bob@gmail.example" }, account?._id);
    expect({ status, message: outcome.message }).toEqual({
      status: 409,
      message:
        "You chose bob@gmail.example, but this account is ada@gmail.example. Reconnect it with ada@gmail.example, or add bob@gmail.example as an account of its own.",
    });
    expect(await rows()).toEqual([before] as never);
  });

  test("names the address to Google, and follows a Google account that was renamed", async () => {
    const [account] = await site.accounts(person);
    const { authorization_url } = await person.client("GET /auth/authorize/scope", {
      query: { uid: person.uid, credentialId: account?._id ?? "" },
    });
    expect(new URL(authorization_url).searchParams.get("login_hint")).toBe(email);
    const [ada] = site.google.people;
    if (ada) ada.email = "countess@gmail.example";
    await site.connect(person, { email: "countess@gmail.example" }, account?._id);
    expect(await site.accounts(person)).toMatchObject([
      { _id: account?._id, appEmail: "countess@gmail.example", alias: "Ada <countess@gmail.example>" },
    ]);
    if (ada) ada.email = email;
    await site.connect(person, { email }, account?._id);
  });

  test("is for one's own accounts that Google connected", async () => {
    const [account] = await site.accounts(person);
    const stranger = await site.server.signUp();
    const scope = (credentialId: string) =>
      stranger.client("GET /auth/authorize/scope", { query: { uid: stranger.uid, credentialId } });
    await expect(scope(account?._id ?? "")).rejects.toMatchObject({ status: 404 });
    const sandbox = await stranger.client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail: "a@b.test", appPassword: "", alias: "A <a@b.test>" },
    });
    await expect(scope(sandbox._id)).rejects.toMatchObject({ status: 404 });
  });

  test("an account that was deleted meanwhile keeps nothing", async () => {
    const other = await site.server.signUp();
    await site.connect(other, { email });
    const [account] = await site.accounts(other);
    const id = account?._id ?? "";
    const { authorization_url } = await other.client("GET /auth/authorize/scope", {
      query: { uid: other.uid, credentialId: id },
    });
    await other.client("DELETE /amplify/auth/credentials/{id}", { params: { id } });
    const back = await site.google.consent(authorization_url, { email });
    expect((await comeBack(back, other.cookie)).status).toBe(404);
    expect(await site.accounts(other)).toEqual([]);
  });
});

describe("an account that Google connected", () => {
  test("gives its permission back when it is deleted, unless somebody else sends by it too", async () => {
    const [one, other] = [await site.server.signUp(), await site.server.signUp()];
    const shared = "shared@gmail.example";
    site.google.people.push(somePerson(shared));
    for (const who of [one, other]) await site.connect(who, { email: shared });
    const remove = async (who: TestPerson) =>
      who.client("DELETE /amplify/auth/credentials/{id}", idOf(await site.accounts(who)));
    const before = site.google.refreshTokens().length;
    await remove(one);
    // The other one's account is still good, so what is asked of Google here must be nothing.
    expect(
      await other.client("POST /amplify/auth/credentials/{id}/test", idOf(await site.accounts(other))),
    ).toEqual({
      message: `Google accepts the sign-in of ${shared}. Nothing was sent.`,
    });
    expect(site.google.refreshTokens()).toHaveLength(before);
    await remove(other);
    await until(() => site.google.refreshTokens().length === before - 2);
  });

  test("gives its permission back when its owner's account is deleted", async () => {
    const leaving = await site.server.signUp();
    site.google.people.push(somePerson("leaving@gmail.example"));
    await site.connect(leaving, { email: "leaving@gmail.example" });
    const before = site.google.refreshTokens().length;
    await leaving.client("POST /amplify/account/delete", { body: { password: leaving.password } });
    await until(() => site.google.refreshTokens().length === before - 1);
  });
});

describe("signing in with Google", () => {
  const me = async (cookie: string) => {
    const response = await fetch(`${site.server.url}/amplify/auth/me`, { headers: { cookie } });
    return (await response.json()) as Record<string, string>;
  };

  test("makes an account for somebody new, and finds it again", async () => {
    site.google.people.push({ ...somePerson("new@gmail.example"), givenName: "New", familyName: "Person" });
    const first = await site.signIn({ email: "new@gmail.example" });
    expect(first).toMatchObject({ status: 200, outcome: { kind: "signedIn" } });
    expect(await me(first.cookie)).toMatchObject({
      uid: first.outcome.uid,
      email: "new@gmail.example",
      firstName: "New",
      lastName: "Person",
      status: "AMFR",
    });
    expect((await site.signIn({ email: "new@gmail.example" })).outcome).toEqual(first.outcome);
  });

  test("finds somebody who signed up with a password by the verified address", async () => {
    const known = await site.server.signUp({ email: "known@gmail.example" });
    site.google.people.push({ ...somePerson("known@gmail.example"), workspace: "gmail.example" });
    expect((await site.signIn({ email: "known@gmail.example" })).outcome).toEqual({
      kind: "signedIn",
      uid: known.uid,
    });
  });

  test("asks for the password of an account whose address is not Google's to give, in that browser and for a while", async () => {
    const known = await site.server.signUp({ email: "known@third.example" });
    site.google.people.push(somePerson("known@third.example"));
    const asked = await site.signIn({ email: "known@third.example" });
    expect(asked.outcome).toEqual({ kind: "passwordNeeded", email: "known@third.example" });
    const cookies = asked.sent.headers.getSetCookie();
    expect(cookies.join()).not.toContain("amplify=");
    const ticket = cookies.find((cookie) => cookie.startsWith("amplify-google-link="));
    expect(ticket).toContain("HttpOnly; SameSite=Lax");
    const link = (cookie: string, password: string) =>
      send(`${site.server.url}/auth/google/link`, { body: JSON.stringify({ password }), cookie });
    const genuine = ticket?.split(";")[0] ?? "";
    expect((await link("", known.password)).status).toBe(400);
    // At the end of base64 there are bits that say nothing, and a change there may be none.
    const forged = `${genuine.slice(0, -9)}${genuine.at(-9) === "A" ? "B" : "A"}${genuine.slice(-8)}`;
    expect((await link(forged, known.password)).status).toBe(400);
    expect((await link(genuine, "Wrong-Horse-7")).status).toBe(401);
    expect(await link(genuine, known.password)).toMatchObject({ status: 200, json: { uid: known.uid } });
    // The ticket is worth nothing more: the two are tied.
    expect((await link(genuine, known.password)).status).toBe(409);
    expect((await site.signIn({ email: "known@third.example" })).outcome).toEqual({
      kind: "signedIn",
      uid: known.uid,
    });
  });

  test("that is denied, or whose address is not verified, signs nobody in", async () => {
    for (const answer of [{ email, deny: true }, { email: "eve@gmail.example" }]) {
      const { status, outcome, sent } = await site.signIn(answer);
      expect({ status, kind: outcome.kind }).toEqual({ status: 400, kind: "failed" });
      expect(sent.headers.getSetCookie().join()).not.toContain("amplify=");
    }
  });

  test("works once, and only in the browser that began it", async () => {
    const begun = await fetch(`${site.server.url}/auth/google/sign-in`, { method: "POST" });
    const mark = (begun.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect(begun.headers.get("set-cookie")).toContain("HttpOnly; SameSite=Lax");
    const { authorization_url } = (await begun.json()) as { authorization_url: string };
    const back = await site.google.consent(authorization_url, { email: "new@gmail.example" });
    for (const cookie of [undefined, "amplify-google=forged", person.cookie])
      expect((await comeBack(back, cookie)).status).toBe(403);
    expect((await comeBack(back, mark)).status).toBe(200);
    expect((await comeBack(back, mark)).status).toBe(403);
  });

  test("asks Google who somebody is and for no lasting permission", async () => {
    const { authorization_url } = await site.server.client("POST /auth/google/sign-in");
    const asked = new URL(authorization_url).searchParams;
    expect([asked.get("scope"), asked.get("access_type")]).toEqual(["openid email profile", null]);
  });
});

test("a password ties no Google account whose visit has waited too long for it", async () => {
  const { core, running, url } = site.server;
  const known = await site.server.signUp({ email: "slow@third.example" });
  const user = await createUserStore(core.database).byId(known.uid);
  if (user === null) throw new Error("nobody signed up");
  const linkAt = (ago: number) => {
    const clock = { ...core.clock, now: () => core.clock.now() - ago };
    const ticket = createGoogleLinks({ ...core, clock }, running.identity).ticketFor({
      user,
      subject: "slow",
    });
    return send(`${url}/auth/google/link`, {
      body: JSON.stringify({ password: known.password }),
      cookie: `amplify-google-link=${ticket}`,
    });
  };
  expect(await linkAt(oauthLimits.stateMs + 1)).toMatchObject({
    status: 400,
    json: { reason: "google_visit_late" },
  });
  expect(await linkAt(0)).toMatchObject({ status: 200, json: { uid: known.uid } });
});
