import { afterEach, expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import type { SmtpOptions } from "../../../server/sending/senders/smtp.ts";
import { inEnglish } from "../../support/reasons.ts";
import type { ScriptedSmtpOptions } from "../../support/smtp/scriptedSmtp.ts";
import { closeAll, mailTo, openSender, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

type Row = {
  name: string;
  script: ScriptedSmtpOptions;
  outcome: { kind: string; [more: string]: unknown };
  options?: Partial<SmtpOptions> | undefined;
};

const dailyRest: Row["outcome"] = {
  kind: "account",
  restMs: sendLimits.dailyLimitRestMs,
};
const quick = { connectMs: 150, greetingMs: 150, commandMs: 150, afterDotMs: 150 };

/** Each row: what the server does, and what becomes of the mail. Everything else in the outcome is its reason. */
const rows: Row[] = [
  { name: "a mail that is accepted is sent", script: {}, outcome: { kind: "sent" } },
  {
    name: "a greeting that takes its time is waited for",
    script: { greeting: { reply: "220 slow", delayMs: 300 } },
    outcome: { kind: "sent" },
  },
  {
    name: "a mute greeting defers",
    script: { greeting: "hang" },
    outcome: { kind: "busy", connection: true },
    options: { timeouts: quick },
  },
  {
    name: "a connection dropped instead of a greeting defers",
    script: { greeting: "drop" },
    outcome: { kind: "busy", connection: true },
  },
  ...["421 4.7.0 Try later", "450 4.3.2 Not now"].map((reply) => ({
    name: `a greeting of ${reply} rests the account`,
    script: { greeting: reply },
    outcome: { kind: "busy", account: true },
  })),
  {
    name: "a greeting of 554 pauses the account",
    script: { greeting: "554 5.7.1 Your network is blocked" },
    outcome: { kind: "account" },
  },
  ...(["ehlo", "auth", "mail", "rcpt", "data"] as const).flatMap((step) => [
    {
      name: `a drop at ${step} defers`,
      script: { [step]: "drop" },
      outcome: { kind: "busy", connection: true },
    },
    {
      name: `silence at ${step} defers`,
      script: { [step]: "hang" },
      outcome: { kind: "busy", connection: true },
      options: { timeouts: quick },
    },
    {
      name: `421 at ${step} rests the account`,
      script: { [step]: "421 4.7.0 Too many connections" },
      outcome: { kind: "busy", account: true },
    },
  ]),
  ...(["mail", "rcpt", "data", "dot"] as const).flatMap((step) => [
    ...["450 4.2.1 Busy", "450 4.1.2 Unknown domain", "452 4.2.2 Full", "451 4.7.1 Greylisted"].map(
      (reply) => ({
        name: `${reply} at ${step} defers this recipient alone`,
        script: { [step]: reply },
        outcome: { kind: "busy" },
      }),
    ),
    ...["451 4.3.0 Trouble", "450 4.7.1 Too much mail", "454 Throttling failure"].map((reply) => ({
      name: `${reply} at ${step} defers this recipient, and may be said to everybody`,
      script: { [step]: reply },
      outcome: { kind: "busy", server: true },
    })),
    {
      name: `550 5.4.5 at ${step} is the daily limit`,
      script: { [step]: "550-5.4.5 Daily user sending limit exceeded.\r\n550 5.4.5 See help" },
      outcome: dailyRest,
    },
  ]),
  {
    name: "Microsoft's 550 5.1.90 is a daily limit too",
    script: { dot: "550 5.1.90 Your message can't be sent" },
    outcome: dailyRest,
  },
  {
    name: "454 at sign-in rests the account and does not blame the password",
    script: { auth: "454 4.7.0 Temporary authentication failure" },
    outcome: { kind: "busy", account: true },
  },
  ...["534 5.7.9 Application-specific password required", "535 5.7.8 Bad credentials"].map((reply) => ({
    name: `${reply} pauses the account until a person acts`,
    script: { auth: reply },
    outcome: { kind: "account", reason: reply },
  })),
  ...[
    "550 5.7.1 Not your address",
    "553 5.1.8 Sender rejected",
    "530 5.7.0 Sign in first",
    "503 Sign in",
  ].map((reply) => ({
    name: `a sender refused with ${reply} pauses the account`,
    script: { mail: reply },
    outcome: { kind: "account" },
  })),
  {
    name: "552 at MAIL refuses this mail for its size",
    script: { mail: "552 5.3.4 Too big" },
    outcome: { kind: "refused" },
  },
  ...["550 5.1.1 No such user", "551 5.1.6 Moved", "553 5.1.3 Bad address", "554 No thanks"].map((reply) => ({
    name: `${reply} at RCPT refuses the recipient`,
    script: { rcpt: reply },
    outcome: { kind: "refused", reason: reply },
  })),
  {
    name: "530 at RCPT is about the account",
    script: { rcpt: "530 5.7.0 Sign in first" },
    outcome: { kind: "account" },
  },
  {
    name: "503 at RCPT is about the conversation",
    script: { rcpt: "503 5.5.1 Out of order" },
    outcome: { kind: "busy" },
  },
  ...["552 5.2.2 Too big", "554 5.1.1 No such user", "550 Refused"].flatMap((reply) =>
    (["data", "dot"] as const).map((step) => ({
      name: `${reply} at ${step} refuses the mail`,
      script: { [step]: reply },
      outcome: { kind: "refused", reason: reply },
    })),
  ),
  ...[
    ...(["rcpt", "data", "dot"] as const).map((step) => ({ step, reply: "550 5.7.1 Spam" })),
    ...(["data", "dot"] as const).map((step) => ({ step, reply: "554 5.6.0 Refused" })),
    { step: "dot" as const, reply: "554 Transaction failed" },
  ].map(({ step, reply }) => ({
    name: `${reply} at ${step} refuses the mail and is the server's policy`,
    script: { [step]: reply },
    outcome: { kind: "refused", reason: reply, policy: expect.stringContaining(reply.slice(0, 3)) },
  })),
  {
    name: "Microsoft's send-as refusal after the message pauses the account",
    script: { dot: "554 5.2.252 SendAsDenied" },
    outcome: { kind: "account" },
  },
  {
    name: "421 as the answer to the final dot rests the account",
    script: { dot: "421 4.3.0 Closing" },
    outcome: { kind: "busy", account: true },
  },
  {
    name: "a drop after the final dot is uncertain",
    script: { dot: { accept: true, next: "drop" } },
    outcome: { kind: "uncertain" },
  },
  {
    name: "silence after the final dot is uncertain",
    script: { dot: "hang" },
    outcome: { kind: "uncertain" },
    options: { timeouts: { afterDotMs: 150 } },
  },
  ...["2", "25", "250", "250 2.0.0 Acc", "250-2.0.0 Acc\r\n25", "45", "354 What?"].map((reply) => ({
    name: `a drop after ${JSON.stringify(reply)} as the answer to the final dot is uncertain`,
    script: { dot: { reply, unfinished: true, accept: true, next: "drop" as const } },
    outcome: { kind: "uncertain" },
  })),
  ...[
    "250 2.1.5 Recipient ok",
    "250-2.1.0 Sender ok\r\n250 2.1.0 Sender ok",
    "250 5.7.1 Refused",
    "235 2.7.0 Signed in",
    "221 2.0.0 Bye",
    "252 Cannot verify",
  ].map((reply) => ({
    name: `${JSON.stringify(reply)} as the answer to the final dot is another command's, so the mail is uncertain`,
    script: { dot: { reply, accept: false } },
    outcome: { kind: "uncertain" },
  })),
  ...[
    "250",
    "250 Ok",
    "250 2.0.0 Ok",
    "250 2.6.0 Queued",
    "250 2.5.0 Ok",
    "250-2.0.0 Ok\r\n250 2.0.0 Kept",
  ].map((reply) => ({
    name: `${JSON.stringify(reply)} as the answer to the final dot is what it should be`,
    script: { dot: reply },
    outcome: { kind: "sent" },
  })),
  ...["250 2.1.5 Recipient ok", "250 Ok", "220 Hello"].map((reply) => ({
    name: `${reply} as the answer to DATA is another command's, so nothing of the mail leaves and it is deferred`,
    script: { data: { reply, accept: false } },
    outcome: { kind: "busy", connection: true },
  })),
  ...["451 4.3.0 Later", "550 5.1.1 No such user"].map((reply) => ({
    name: `${reply} with an acceptance behind it is uncertain: nobody knows which of them is the final dot's`,
    script: { dot: { reply: `${reply}\r\n250 2.0.0 Accepted`, accept: true } },
    outcome: { kind: "uncertain" },
  })),
  {
    name: "451 with a goodbye behind it defers this recipient alone",
    script: { dot: "451 4.3.0 Later\r\n421 4.3.2 Closing" },
    outcome: { kind: "busy", server: true },
  },
  {
    name: "an answer to the final dot that came before the dot was asked for defers",
    script: { data: "354 End with a dot\r\n250 2.0.0 Accepted" },
    outcome: { kind: "busy", connection: true },
  },
  {
    name: "a recipient that is answered twice puts the server out of step and defers",
    script: { rcpt: "250 2.1.5 Recipient ok\r\n250 2.1.5 Recipient ok" },
    outcome: { kind: "busy", connection: true },
  },
  {
    name: "an answer to the final dot may take longer than one to a command",
    script: { dot: { reply: "250 2.0.0 At last", delayMs: 400 } },
    outcome: { kind: "sent", reason: "250 2.0.0 At last" },
    options: { timeouts: { commandMs: 150 } },
  },
  {
    name: "a drop right after the message was asked for is uncertain: its end may have left",
    script: { data: { reply: "354 Go", next: "drop" } },
    outcome: { kind: "uncertain" },
  },
  {
    name: "a drop in the middle of a small message is uncertain: its end has left",
    script: { partOfData: "drop" },
    outcome: { kind: "uncertain" },
  },
  {
    name: "a relay that offers no sign-in needs none",
    script: { offerAuth: false },
    outcome: { kind: "sent" },
  },
];

/** A row names only what it is about; no outcome may say more than that, but for its words. */
function whole(outcome: Row["outcome"]): object {
  return { reason: expect.stringMatching(/./), ...outcome };
}

eachClient("one mail", (links) => {
  for (const { name, script, outcome, options } of rows) {
    test(name, async () => {
      const server = await startServer(script);
      const result = await openSender(server, options ?? {}, links()).send(mailTo("bob@example.test"));
      expect<object>(inEnglish(result)).toEqual(whole(outcome));
      const accepted = server.accepted.map(({ from, to, messageId }) => ({ from, to, messageId }));
      if (result.kind === "uncertain") return;
      // What the ledger says and what the server took must agree wherever it can be known.
      const sent = { from: "ann@example.test", to: ["bob@example.test"], messageId: "<bob@example.test>" };
      expect(accepted).toEqual(result.kind === "sent" ? [sent] : []);
    });
    test(`${name}, without pipelining`, async () => {
      const server = await startServer({ ...script, offerPipelining: false });
      const result = await openSender(server, options ?? {}, links()).send(mailTo("bob@example.test"));
      expect<object>(inEnglish(result)).toEqual(whole(outcome));
    });
  }

  test("cut off while the server reads no further is deferred: its end cannot have left", async () => {
    const server = await startServer({ partOfData: "hang" });
    const sending = openSender(server, {}, links()).send(mailTo("bob@example.test", 40_000_000));
    await server.until(() =>
      server.conversations.some(({ lines }) => lines.at(-1) === "S: 354 End with a dot"),
    );
    server.dropAll();
    expect(await sending).toMatchObject({ kind: "busy", connection: true });
  });

  test("that the server stops reading is deferred once its patience ends", async () => {
    const server = await startServer({ partOfData: "hang" });
    const sender = openSender(server, { timeouts: { commandMs: 300 } }, links());
    expect(await sender.send(mailTo("bob@example.test", 40_000_000))).toMatchObject({
      kind: "busy",
      connection: true,
    });
  });

  test("arrives byte for byte, dots and all", async () => {
    const server = await startServer();
    const mail = mailTo("bob@example.test", 300_000);
    await openSender(server, {}, links()).send(mail);
    expect(Buffer.from(server.accepted[0]?.raw ?? []).equals(mail.raw)).toBe(true);
  });

  test("larger than the server takes is refused before it is sent", async () => {
    const server = await startServer();
    const mail = { ...mailTo("bob@example.test"), raw: new Uint8Array(53_000_000) };
    expect(await openSender(server, {}, links()).send(mail)).toMatchObject({ kind: "refused" });
  });

  test("is deferred when nobody listens at the port", async () => {
    expect(inEnglish(await openSender({ port: 1 }, {}, links()).send(mailTo("bob@example.test")))).toEqual({
      kind: "busy",
      connection: true,
      reason: "127.0.0.1:1 refused the connection",
    });
  });

  test("is deferred where the certificates to trust cannot be read, and nothing waits for it", async () => {
    const server = await startServer({ tls: "implicit" });
    const options = { security: "tls" as const, trustedCertificates: "-----BEGIN CERTIFICATE-----\nno\n" };
    expect((await openSender(server, options, links()).send(mailTo("bob@example.test"))).kind).not.toBe(
      "sent",
    );
  });

  test("is deferred when the server's name does not exist", async () => {
    const sender = openSender(
      { port: 25 },
      { host: "nowhere.invalid", timeouts: { connectMs: 500 } },
      links(),
    );
    expect(await sender.send(mailTo("bob@example.test"))).toMatchObject({ kind: "busy", connection: true });
  });
});
