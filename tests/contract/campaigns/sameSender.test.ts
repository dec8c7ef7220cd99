import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Refusal } from "../../../contract/errors.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";

let all: SendingServer;
let google = "";
let sandbox = "";

/** One address, connected twice under one alias: at Google, whose server is the scripted one, and in the sandbox. */
beforeAll(async () => {
  all = await startSendingServer({ credential: { perDay: 300 } });
  await all.addLeads(1);
  const { client } = all.person;
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: sender, appPassword: "", alias: `Ada <${sender}>`, perDay: 7 },
  });
  for (const { _id, provider } of await client("GET /amplify/auth/credentials"))
    if (provider === "google") google = _id;
    else sandbox = _id;
});
afterAll(() => all.close());

const html = "<p>Hi</p>";
const names = [`Ada <${sender}>;${sender}`, sender];
const sandboxMails = async () => (await all.person.client("GET /amplify/sandbox/mails")).items.length;

function refusal(promise: Promise<unknown>): Promise<Refusal> {
  return promise.then(
    () => expect.unreachable("it was not refused"),
    (error) => (error instanceof Refusal ? error : Promise.reject(error)),
  );
}

describe("one address connected twice under one alias", () => {
  test("is sent from by guess by no call, and the answer says how to name one of the two", async () => {
    const { client } = all.person;
    for (const from of names) {
      const letter = { subject: "Guess", html, from };
      for (const asked of [
        () => client("POST /email/send", { body: { ...letter, leads: ["lead0@in.test"] } }),
        () => client("POST /email/send/plan", { body: { ...letter, collection: "all" } }),
        () => client("POST /email/send/test", { body: letter }),
      ]) {
        const { status, code, message } = await refusal(asked());
        expect({ status, code }).toEqual({ status: 400, code: "ambiguous_sender" });
        expect(message).toContain(`${google} (google)`);
        expect(message).toContain(`${sandbox} (sandbox)`);
        expect(message).toContain("credentialId");
      }
    }
    expect(await client("GET /amplify/campaigns")).toEqual([]);
    expect([all.smtp.acceptedCount(), await sandboxMails()]).toEqual([0, 0]);
  });

  test("is sent from by the one whose id is given", async () => {
    const { client } = all.person;
    const from = names[0] ?? "";
    for (const [credentialId, provider] of [
      [sandbox, "sandbox"],
      [google, "google"],
    ] as const) {
      const body = { subject: `By ${provider}`, html, from, credentialId, leads: ["lead0@in.test"] };
      const { campaignId } = await client("POST /email/send", { body });
      const { provider: used } = await all.untilCounts(campaignId, ({ sent }) => sent === 1);
      expect(used).toBe(provider);
    }
    expect([all.smtp.acceptedCount(), await sandboxMails()]).toEqual([1, 1]);
  });

  test("is planned with, and tested from, by the id alone", async () => {
    const { client } = all.person;
    const left = async (credentialId: string) =>
      (await client("POST /email/send/plan", { body: { collection: "all", credentialId } })).leftToday;
    // The sandbox account may send seven a day, and one went out above.
    expect(await left(sandbox)).toBe(6);
    expect(await left(google)).toBe(299);
    const before = { smtp: all.smtp.acceptedCount(), sandbox: await sandboxMails() };
    await client("POST /email/send/test", { body: { html, credentialId: sandbox } });
    await client("POST /email/send/test", { body: { html, credentialId: google } });
    expect([all.smtp.acceptedCount(), await sandboxMails()]).toEqual([before.smtp + 1, before.sandbox + 1]);
  });

  test("is not sent from by an id that is another account's than the name's, or nobody's", async () => {
    const { client } = all.person;
    const stranger = await all.server.signUp();
    for (const [who, changes] of [
      [client, { from: "somebody@else.test", credentialId: google }],
      [client, { from: `Eve <${sender}>;${sender}`, credentialId: google }],
      [client, { from: sender, credentialId: "nobody" }],
      [stranger.client, { from: sender, credentialId: google }],
    ] as const) {
      const body = { subject: "Wrong", html, leads: ["lead0@in.test"], ...changes };
      expect((await refusal(who("POST /email/send", { body }))).status).toBe(400);
    }
    expect((await client("GET /amplify/campaigns")).map(({ subject }) => subject)).not.toContain("Wrong");
  });
});

test("a type still tells two accounts of one address apart, in a plan as in a send", async () => {
  const body = { collection: "all", from: sender, type: "gscope" as const };
  const { code, message } = await refusal(all.person.client("POST /email/send/plan", { body }));
  expect({ code, message }).toEqual({
    code: "bad_request",
    message: "The sender is not one of your accounts, or its alias has changed",
  });
});

test("an account is named as it was answered, by its alias or its sender, and by no other name", async () => {
  const { client } = all.person;
  const appEmail = "news@shop.test";
  const alias = `News <${appEmail}>`;
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail, appPassword: "", alias, displayName: "The Shop" },
  });
  const account = (await client("GET /amplify/auth/credentials")).find((each) => each.appEmail === appEmail);
  expect(account?.sender).toBe(`The Shop <${appEmail}>`);
  const planned = (from: string) =>
    client("POST /email/send/plan", { body: { collection: "all", from } }).then(
      ({ total }) => total,
      ({ reason }: Refusal) => reason.code,
    );
  expect(await planned(account?.sender ?? "")).toBe(1);
  expect(await planned(account?.alias ?? "")).toBe(1);
  expect(await planned(`The Boss <${appEmail}>`)).toBe("sender_unknown");
});
