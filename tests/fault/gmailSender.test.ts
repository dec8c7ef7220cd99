import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { reason } from "../../contract/reasons.ts";
import type { Outcome } from "../../contract/sending/outcome.ts";
import { gmailSendScope } from "../../server/google/googleScopes.ts";
import { createGoogleTokenEndpoint } from "../../server/google/googleTokenEndpoint.ts";
import { createAccessTokens } from "../../server/oauth/accessTokens.ts";
import { createGmailSender, type GmailOptions, verifyGmail } from "../../server/sending/senders/api/gmail.ts";
import type { GmailFault } from "../support/google/gmail.ts";
import { type GoogleStandIn, startGoogleStandIn } from "../support/google/googleStandIn.ts";
import { inEnglish } from "../support/reasons.ts";

const email = "ada@gmail.example";
const scopes = ["openid", "email", gmailSendScope];
const dayMs = 24 * 60 * 60 * 1_000;
let google: GoogleStandIn;
beforeAll(async () => {
  google = await startGoogleStandIn();
});
afterEach(() => {
  google.script.gmail = () => null;
  google.script.token = () => null;
  google.mails.length = 0;
  google.tokenCalls.length = 0;
});
afterAll(() => google.close());

type Change = Partial<Omit<GmailOptions, "account">> & { refreshToken?: string; baseUrl?: string };

const unasked = reason("google_unasked");

/** What a sender is made of, over the stand-in unless another address is given. */
function optionsFor({
  refreshToken = google.allow(email, scopes),
  baseUrl = google.url,
  ...change
}: Change = {}) {
  const clock = { now: () => Date.now() };
  const endpoint = createGoogleTokenEndpoint({ clientId: google.clientId, clientSecret: "secret", baseUrl });
  const options: GmailOptions = {
    account: { id: "a1", appEmail: email, password: refreshToken },
    tokens: createAccessTokens({ endpoint, unasked, clock }),
    rootUrl: `${google.url}/`,
    clock,
    ...change,
  };
  return options;
}

function mailTo(to: string) {
  const raw = Buffer.from(
    `From: Ada <${email}>\r\nTo: ${to}\r\nSubject: Hi\r\nMessage-ID: <${to}>\r\n\r\nHello, ${to}\r\n`,
  );
  return { envelope: { from: email, to }, raw, messageId: `<${to}>` };
}

async function outcomeOf(fault: GmailFault): Promise<Outcome> {
  google.script.gmail = () => fault;
  // Only an answer that never comes may be given up early: on a busy machine any other takes its time.
  const timeouts = fault === "mute" ? { answerMs: 150 } : {};
  return createGmailSender(optionsFor({ timeouts })).send(mailTo("lead@in.test"));
}

test("a mail that Gmail takes is sent, byte for byte and once, with Gmail's name for it", async () => {
  const sender = createGmailSender(optionsFor());
  expect(inEnglish(await sender.send(mailTo("lead@in.test")))).toEqual({
    kind: "sent",
    reason: "Gmail accepted it as gmail-1",
  });
  expect(google.mails.map(({ source }) => source)).toEqual([mailTo("lead@in.test").raw.toString("latin1")]);
});

const limit = { kind: "account", restMs: dayMs };
const hour = { kind: "account", restMs: dayMs / 24 };
const needsOwner = { kind: "account", reason: expect.stringContaining("Reconnect the account.") };
const answers: [string, GmailFault, object][] = [
  [
    "an invalid recipient fails that mail",
    { status: 400, reason: "invalidArgument", message: "Invalid To header" },
    { kind: "refused", reason: "Gmail answered 400: Invalid To header" },
  ],
  ["a message that is too large fails that mail", { status: 413 }, { kind: "refused" }],
  [
    "a mailbox without Gmail needs a person",
    { status: 400, reason: "failedPrecondition", message: "Mail service not enabled" },
    { kind: "account" },
  ],
  [
    "403 rateLimitExceeded lets the account rest",
    { status: 403, reason: "rateLimitExceeded" },
    { kind: "busy", account: true },
  ],
  [
    "403 userRateLimitExceeded waits as long as Google says",
    { status: 403, reason: "userRateLimitExceeded", headers: { "retry-after": "90" } },
    { kind: "busy", account: true, retryAfterMs: 90_000 },
  ],
  [
    "429 waits as long as Google says",
    { status: 429, headers: { "retry-after": "7" } },
    { kind: "busy", account: true, retryAfterMs: 7_000 },
  ],
  [
    "a wait of years is a day",
    { status: 429, headers: { "retry-after": "99999999" } },
    { kind: "busy", account: true, retryAfterMs: dayMs },
  ],
  ["403 dailyLimitExceeded is over for a day", { status: 403, reason: "dailyLimitExceeded" }, limit],
  [
    "429 about the day's sending is over for a day",
    { status: 429, reason: "rateLimitExceeded", message: "User-rate limit exceeded (Mail sending limit)" },
    limit,
  ],
  [
    "a permission that does not cover sending needs its owner",
    { status: 403, reason: "insufficientPermissions" },
    needsOwner,
  ],
  [
    "a project without the Gmail API rests and tries again by itself",
    { status: 403, reason: "accessNotConfigured", message: "Gmail API has not been used" },
    hour,
  ],
  ["an address that is not there rests and tries again by itself", { status: 404 }, hour],
  ["500 is tried again", { status: 500 }, { kind: "busy" }],
  [
    "503 is tried again when Google says",
    { status: 503, headers: { "retry-after": "30" } },
    { kind: "busy", retryAfterMs: 30_000 },
  ],
  ["a gateway that gave up waiting leaves it uncertain", { status: 504 }, { kind: "uncertain" }],
  ["a redirect is not followed", { status: 307, headers: { location: "http://127.0.0.1:1/" } }, hour],
  ["an answer that breaks off after 200 is a mail that was sent", "breakOff", { kind: "sent" }],
  ["a connection cut before the answer leaves it uncertain", "cut", { kind: "uncertain" }],
  ["an answer that never comes leaves it uncertain", "mute", { kind: "uncertain" }],
];
for (const [name, fault, outcome] of answers)
  test(name, async () => {
    expect(inEnglish(await outcomeOf(fault))).toMatchObject(outcome);
    expect(google.mails.length).toBeLessThanOrEqual(1);
  });

test("the moment that Gmail names in its text is waited for", async () => {
  const at = new Date(Date.now() + 600_000).toISOString();
  const outcome = await outcomeOf({ status: 429, message: `User-rate limit exceeded.  Retry after ${at}` });
  const { retryAfterMs = 0 } = outcome as { retryAfterMs?: number };
  expect(Math.round(retryAfterMs / 10_000)).toBe(60);
});

test("a second mail over a kept connection that is cut is not posted again", async () => {
  const sender = createGmailSender(optionsFor());
  await sender.send(mailTo("first@in.test"));
  google.script.gmail = () => "cut";
  expect(await sender.send(mailTo("second@in.test"))).toMatchObject({ kind: "uncertain" });
  expect(google.mails.map(({ recipients }) => recipients)).toEqual([["first@in.test"], ["second@in.test"]]);
});

test("a connection that was idle for long is not trusted with another mail", async () => {
  let now = Date.now();
  const sender = createGmailSender(optionsFor({ clock: { now: () => now } }));
  const before = google.connectionCount();
  await sender.send(mailTo("first@in.test"));
  await sender.send(mailTo("second@in.test"));
  const kept = google.connectionCount();
  now += 60_000;
  await sender.send(mailTo("third@in.test"));
  expect(google.connectionCount()).toBe(kept + 1);
  expect(kept - before).toBeLessThanOrEqual(2);
});

test("a Gmail that cannot be reached has taken nothing, so the mail waits", async () => {
  const sender = createGmailSender(optionsFor({ rootUrl: "http://127.0.0.1:1/" }));
  expect(await sender.send(mailTo("lead@in.test"))).toMatchObject({ kind: "busy", connection: true });
});

test("a connection that never gets as far as the mail has taken nothing, so the mail waits", async () => {
  // It accepts and then never says a word of TLS.
  const silent: Server = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  const options = optionsFor({ rootUrl: `https://127.0.0.1:${port}/`, timeouts: { connectMs: 100 } });
  expect(inEnglish(await createGmailSender(options).send(mailTo("lead@in.test")))).toEqual({
    kind: "busy",
    connection: true,
    reason: "Gmail could not be reached. No connection came about in time",
  });
  silent.close();
});

test("an access token that Google has ended is renewed and the mail goes, asking once for all who wait", async () => {
  const sender = createGmailSender(optionsFor());
  await sender.send(mailTo("first@in.test"));
  google.endAccess();
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) => sender.send(mailTo(`l${index}@in.test`))),
  );
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(["sent"]));
  expect(google.mails).toHaveLength(9);
  expect(google.tokenCalls).toEqual(["refresh_token", "refresh_token"]);
});

test("an access token that is about to end is renewed before it is used", async () => {
  let now = Date.now();
  const endpoint = createGoogleTokenEndpoint({
    clientId: google.clientId,
    clientSecret: "secret",
    baseUrl: google.url,
  });
  const tokens = createAccessTokens({ endpoint, unasked, clock: { now: () => now } });
  const wanted = { accountId: "a1", refreshToken: google.allow(email, scopes) };
  const first = await tokens.get(wanted);
  expect(await tokens.get(wanted)).toEqual(first);
  now += 3_599_000 - 60_000;
  expect(await tokens.get(wanted)).not.toEqual(first);
  expect(google.tokenCalls).toHaveLength(2);
});

test("a permission that was taken back needs its owner, and no mail fails for it", async () => {
  const sender = createGmailSender(optionsFor());
  await sender.send(mailTo("first@in.test"));
  google.withdraw(email);
  // `allow` makes a person of its own each time, all with this address.
  expect(inEnglish(await sender.send(mailTo("lead@in.test")))).toEqual({
    kind: "account",
    reason:
      "Google no longer lets Amplify send from ada@gmail.example: the permission was withdrawn or has expired. Reconnect the account.",
  });
  expect(google.mails).toHaveLength(1);
});

test("a token endpoint in trouble makes the account rest, not its mails fail", async () => {
  const send = () => createGmailSender(optionsFor()).send(mailTo("lead@in.test"));
  google.script.token = () => ({ status: 503, body: {} });
  expect(await send()).toMatchObject({ kind: "busy", account: true });
  google.script.token = () => ({ status: 401, body: { error: "invalid_client" } });
  expect(await send()).toMatchObject({ kind: "account", restMs: dayMs / 24 });
  google.script.token = () => null;
  expect(
    await createGmailSender(optionsFor({ baseUrl: "http://127.0.0.1:1" })).send(mailTo("x@in.test")),
  ).toMatchObject({
    kind: "busy",
    account: true,
  });
  expect(google.mails).toEqual([]);
});

test("what Google says never carries the refresh token into the ledger", async () => {
  const refreshToken = google.allow(email, scopes);
  google.script.token = () => ({
    status: 400,
    body: { error: "odd", error_description: `about ${refreshToken}` },
  });
  const outcome = await createGmailSender(optionsFor({ refreshToken })).send(mailTo("lead@in.test"));
  expect(JSON.stringify(outcome)).toContain("[hidden]");
  expect(JSON.stringify(outcome)).not.toContain(refreshToken);
});

test("a sign-in is tried without sending: good, without the permission, taken back", async () => {
  expect(await verifyGmail(optionsFor())).toEqual({ ok: true });
  const bare = optionsFor({ refreshToken: google.allow(email, ["openid"]) });
  expect(await verifyGmail(bare)).toMatchObject({ ok: false, temporary: false });
  const gone = optionsFor({ refreshToken: "never-was" });
  expect(await verifyGmail(gone)).toMatchObject({ ok: false, temporary: false });
  google.script.token = () => ({ status: 503, body: {} });
  expect(await verifyGmail(optionsFor())).toMatchObject({ ok: false, temporary: true });
  expect(google.mails).toEqual([]);
});
