import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { microsoftScopes } from "../../../server/microsoft/microsoftScopes.ts";
import { createMicrosoftTokenEndpoint } from "../../../server/microsoft/microsoftTokenEndpoint.ts";
import { createAccessTokens, type Renewed } from "../../../server/oauth/accessTokens.ts";
import {
  createGraphSender,
  type GraphOptions,
  verifyGraph,
} from "../../../server/sending/senders/api/graph.ts";
import type { GraphFault } from "../../support/microsoft/graph.ts";
import { type MicrosoftStandIn, startMicrosoftStandIn } from "../../support/microsoft/microsoftStandIn.ts";
import { inEnglish } from "../../support/reasons.ts";

const email = "ada@contoso.example";
const scopes = microsoftScopes.split(" ");
const dayMs = 24 * 60 * 60 * 1_000;
let microsoft: MicrosoftStandIn;
beforeAll(async () => {
  microsoft = await startMicrosoftStandIn();
});
afterEach(() => {
  microsoft.script.graph = () => null;
  microsoft.script.token = () => null;
  microsoft.mails.length = 0;
  microsoft.tokenCalls.length = 0;
});
afterAll(() => microsoft.close());

type Change = Partial<Omit<GraphOptions, "account">> & {
  refreshToken?: string;
  baseUrl?: string;
  onRenewed?: (renewed: Renewed) => Promise<boolean>;
};

function optionsFor({
  refreshToken = microsoft.allow(email, scopes),
  baseUrl = microsoft.url,
  onRenewed = async () => true,
  ...change
}: Change = {}): GraphOptions {
  const clock = { now: () => Date.now() };
  const { clientId, tenant } = microsoft;
  const endpoint = createMicrosoftTokenEndpoint({ clientId, clientSecret: "secret", tenant, baseUrl });
  const unasked = reason("microsoft_unasked");
  return {
    account: { id: "a1", appEmail: email, password: refreshToken },
    tokens: createAccessTokens({ endpoint, unasked, clock, onRenewed }),
    sendMailUrl: `${microsoft.url}/v1.0/me/sendMail`,
    clock,
    ...change,
  };
}

function mailTo(to: string, from = email) {
  const raw = Buffer.from(
    `From: Ada <${from}>\r\nTo: ${to}\r\nSubject: Hi\r\nMessage-ID: <${to}>\r\n\r\nGr\xfc\xdfe, ${to}\r\n`,
    "latin1",
  );
  return { envelope: { from, to }, raw, messageId: `<${to}>` };
}

async function outcomeOf(fault: GraphFault): Promise<Outcome> {
  microsoft.script.graph = () => fault;
  // Only an answer that never comes may be given up early: on a busy machine any other takes its time.
  const timeouts = fault === "mute" ? { answerMs: 150 } : {};
  return createGraphSender(optionsFor({ timeouts })).send(mailTo("lead@in.test"));
}

test("a mail that Microsoft takes is sent, byte for byte and once", async () => {
  const sender = createGraphSender(optionsFor());
  expect(inEnglish(await sender.send(mailTo("lead@in.test")))).toEqual({
    kind: "sent",
    reason: "Microsoft accepted it",
  });
  expect(microsoft.mails.map(({ source }) => source)).toEqual([
    mailTo("lead@in.test").raw.toString("latin1"),
  ]);
});

const limit = { kind: "account", restMs: dayMs };
const hour = { kind: "account", restMs: dayMs / 24 };
const needsOwner = { kind: "account", reason: expect.stringContaining("Reconnect the account.") };
const answers: [string, GraphFault, object][] = [
  [
    "an invalid recipient fails that mail",
    { status: 400, code: "ErrorInvalidRecipients", message: "One recipient is not valid." },
    {
      kind: "refused",
      reason: "Microsoft answered 400: ErrorInvalidRecipients: One recipient is not valid.",
    },
  ],
  ["a message that is too large fails that mail", { status: 413 }, { kind: "refused" }],
  [
    "a permission that was taken away needs its owner",
    { status: 403, code: "ErrorAccessDenied" },
    needsOwner,
  ],
  [
    "a sender that is not the mailbox's needs a person",
    { status: 403, code: "ErrorSendAsDenied" },
    { kind: "account" },
  ],
  [
    "an account that Microsoft holds up needs a person",
    { status: 403, code: "ErrorAccountSuspend" },
    { kind: "account" },
  ],
  [
    "a mailbox that is not there needs a person",
    { status: 404, code: "MailboxNotEnabledForRESTAPI" },
    { kind: "account" },
  ],
  ["the day's recipients are over for a day", { status: 403, code: "ErrorExceededMessageLimit" }, limit],
  ["the day's limit counts under 429 too", { status: 429, code: "ErrorSubmissionQuotaExceeded" }, limit],
  [
    "429 lets the account wait as long as Microsoft says",
    { status: 429, code: "ApplicationThrottled", headers: { "retry-after": "7" } },
    { kind: "busy", account: true, retryAfterMs: 7_000 },
  ],
  ["429 without a time lets the account rest", { status: 429 }, { kind: "busy", account: true }],
  ["a 403 that nobody knows rests and tries again by itself", { status: 403, code: "Odd" }, hour],
  ["an address that is not there rests and tries again by itself", { status: 404 }, hour],
  ["500 is tried again", { status: 500 }, { kind: "busy" }],
  [
    "503 is tried again when Microsoft says",
    { status: 503, headers: { "retry-after": "30" } },
    { kind: "busy", retryAfterMs: 30_000 },
  ],
  ["a gateway that had no good answer leaves it uncertain", { status: 502 }, { kind: "uncertain" }],
  ["a gateway that gave up waiting leaves it uncertain", { status: 504 }, { kind: "uncertain" }],
  ["a redirect is not followed", { status: 307, headers: { location: "http://127.0.0.1:1/" } }, hour],
  ["200 is not what says that a mail was taken", { status: 200 }, hour],
  ["a connection cut before the answer leaves it uncertain", "cut", { kind: "uncertain" }],
  ["an answer that never comes leaves it uncertain", "mute", { kind: "uncertain" }],
];
for (const [name, fault, outcome] of answers)
  test(name, async () => {
    expect(inEnglish(await outcomeOf(fault))).toMatchObject(outcome);
    expect(microsoft.mails.length).toBeLessThanOrEqual(1);
  });

test("a sender whose address is another mailbox's is refused by Microsoft itself", async () => {
  const sender = createGraphSender(optionsFor());
  const outcome = await sender.send(mailTo("lead@in.test", "boss@contoso.example"));
  expect(inEnglish(outcome)).toMatchObject({ kind: "account" });
  expect(microsoft.mails).toEqual([]);
});

test("a Microsoft that cannot be reached has taken nothing, so the mail waits", async () => {
  const sender = createGraphSender(optionsFor({ sendMailUrl: "http://127.0.0.1:1/" }));
  expect(await sender.send(mailTo("lead@in.test"))).toMatchObject({ kind: "busy", connection: true });
});

test("an access token that has ended is renewed once for all who wait, and the mails go", async () => {
  const sender = createGraphSender(optionsFor());
  await sender.send(mailTo("first@in.test"));
  microsoft.endAccess();
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) => sender.send(mailTo(`l${index}@in.test`))),
  );
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(["sent"]));
  expect(microsoft.mails).toHaveLength(9);
  expect(microsoft.tokenCalls).toEqual(["refresh_token", "refresh_token"]);
});

test("each refresh token that Microsoft gives takes the place of the one before, once it is kept", async () => {
  const shown: string[] = [];
  microsoft.script.token = (form) => {
    shown.push(form.get("refresh_token") ?? "");
    return null;
  };
  const renewed: Renewed[] = [];
  let isKept = false;
  const refreshToken = microsoft.allow(email, scopes);
  const sender = createGraphSender(
    optionsFor({
      refreshToken,
      onRenewed: async (one) => {
        renewed.push(one);
        return isKept;
      },
    }),
  );
  for (isKept of [false, true, true]) {
    await sender.send(mailTo("lead@in.test"));
    microsoft.endAccess();
  }
  expect(shown).toEqual([refreshToken, refreshToken, renewed[1]?.refreshToken ?? ""]);
  expect(renewed.map(({ used }) => used)).toEqual(shown);
});

type TokenAnswer = NonNullable<ReturnType<MicrosoftStandIn["script"]["token"]>>;
const error = (status: number, name: string): TokenAnswer => ({
  status,
  body: { error: name, error_description: `AADSTS1: ${name}` },
});
const tokenAnswers: [string, TokenAnswer, object][] = [
  ["a permission that was withdrawn needs its owner", error(400, "invalid_grant"), needsOwner],
  ["a sign-in that Microsoft wants again needs its owner", error(400, "interaction_required"), needsOwner],
  ["a consent that Microsoft wants again needs its owner", error(400, "consent_required"), needsOwner],
  ["a secret that has run out rests until the settings are right", error(401, "invalid_client"), hour],
  ["a client that is gone rests until the settings are right", error(400, "unauthorized_client"), hour],
  [
    "a Microsoft that is busy lets the account wait as long as it says",
    { ...error(429, "temporarily_unavailable"), headers: { "retry-after": "20" } },
    { kind: "busy", account: true, retryAfterMs: 20_000 },
  ],
  ["an answer that is none is tried again", { status: 500, body: {} }, { kind: "busy", account: true }],
];
for (const [name, answer, outcome] of tokenAnswers)
  test(`asked for an access token: ${name}`, async () => {
    microsoft.script.token = () => answer;
    const options = optionsFor();
    const told = inEnglish(await createGraphSender(options).send(mailTo("lead@in.test")));
    expect(told).toMatchObject(outcome);
    expect(JSON.stringify(told)).not.toContain(options.account.password);
    expect(microsoft.mails).toEqual([]);
  });

test("a sign-in is tried without a mail: the permission has to be there, and to cover sending", async () => {
  expect(await verifyGraph(optionsFor())).toEqual({ ok: true });
  for (const refreshToken of [
    "gone",
    microsoft.allow(email, ["openid", "https://graph.microsoft.com/Mail.Read"]),
  ])
    expect(await verifyGraph(optionsFor({ refreshToken }))).toMatchObject({
      ok: false,
      temporary: false,
      reason: { code: "reconnect_microsoft" },
    });
  expect(await verifyGraph(optionsFor({ baseUrl: "http://127.0.0.1:1" }))).toMatchObject({
    ok: false,
    temporary: true,
  });
  expect(microsoft.mails).toEqual([]);
});
