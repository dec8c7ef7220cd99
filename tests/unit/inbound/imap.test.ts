import { afterEach, describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import { inboundLimits } from "../../../contract/limits/accounts/inbound.ts";
import { kib, mib } from "../../../contract/limits/units.ts";
import { openImapWithin } from "../../../server/inbound/imap.ts";
import type { MailboxFault, MailboxPlace } from "../../../server/inbound/mailbox.ts";
import {
  type ImapStandIn,
  imapPassword,
  imapUser,
  startImapStandIn,
} from "../../support/imap/imapStandIn.ts";
import { testCertificate } from "../../support/smtp/testCertificate.ts";
import { until } from "../../support/until.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function standIn(options: Parameters<typeof startImapStandIn>[0] = {}): Promise<ImapStandIn> {
  const imap = await startImapStandIn(options);
  closing.push(imap.close);
  return imap;
}

function placeAt(port: number, changes: Partial<MailboxPlace> = {}): MailboxPlace {
  return {
    host: "localhost",
    port,
    security: "tls",
    user: imapUser,
    pinnedAddress: "127.0.0.1",
    trustedCertificates: testCertificate.certificate,
    ...changes,
  };
}

const within = {
  ...inboundLimits,
  commandMs: 1_000,
  measureMs: 10,
  greetingMs: 300,
  connectMs: 1_000,
  answerBytes: mib,
  idleBytes: 256 * kib,
};
const open = openImapWithin(within);
/** For an answer that is cut by its size, however slowly a busy machine takes it in. */
const openPatiently = openImapWithin({ ...within, commandMs: 30_000 });
/** For one that is cut by its lines, long before its size would do it. */
const openForFewLines = openImapWithin({ ...inboundLimits, measureMs: 10, linesMax: 10_000 });

async function opened(place: MailboxPlace, { password = imapPassword, by = open } = {}) {
  const answer = await by(place, { password });
  if (!answer.ok) throw new Error(`not opened: ${answer.fault.reason.code}`);
  closing.push(answer.mailbox.close);
  return answer.mailbox;
}

async function faultAt(place: MailboxPlace): Promise<MailboxFault> {
  const answer = await open(place, { password: imapPassword });
  if (answer.ok) throw new Error("opened");
  return answer.fault;
}

describe("a mailbox' server", () => {
  test("has to prove whose it is: neither another name nor an unknown authority will do", async () => {
    const imap = await standIn();
    const { trustedCertificates: _, ...untrusting } = placeAt(imap.port);
    const faults = { otherName: placeAt(imap.port, { host: "elsewhere.test" }), ownSignature: untrusting };
    for (const [fault, place] of Object.entries(faults))
      expect(await faultAt(place)).toMatchObject({
        kind: "wait",
        reason: { code: "certificate_refused", params: { fault } },
      });
    expect(imap.commands).toEqual([]);
  });

  test("that offers no STARTTLS where it is wanted is told no password", async () => {
    const imap = await standIn({ security: "none" });
    const fault = await faultAt(placeAt(imap.port, { security: "starttls" }));
    expect(fault.reason.code).toBe("mailbox_no_starttls");
    expect(imap.commands).toEqual(["CAPABILITY"]);
  });

  test("is spoken to over STARTTLS before anything is told it", async () => {
    const imap = await standIn({ security: "starttls" });
    await opened(placeAt(imap.port, { security: "starttls" }));
    expect(imap.commands.slice(0, 2)).toEqual(["CAPABILITY", "STARTTLS"]);
  });

  test("that speaks plainly where TLS is wanted is told apart from one that is away", async () => {
    const imap = await standIn({ security: "none" });
    expect((await faultAt(placeAt(imap.port))).reason.code).toBe("mailbox_plain_text");
    await imap.close();
    expect((await faultAt(placeAt(imap.port))).reason.code).toBe("connection_refused");
  });

  test("that says nothing, or is no IMAP server, does not hold anybody up", async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    closing.push(() => silent.close());
    const { port } = silent.address() as { port: number };
    const fault = await faultAt(placeAt(port, { security: "none" }));
    expect(fault.reason.code).toBe("greeting_timeout");
  });
});

describe("what a mailbox' server says", () => {
  test.each(["CAPABILITY", "EXAMINE", "UID SEARCH"])("is not waited for without end: %s", async (asked) => {
    const imap = await standIn();
    imap.script.instead = (line) => (line.startsWith(asked) ? "silence" : null);
    const answer = await open(placeAt(imap.port), { password: imapPassword });
    const fault = answer.ok ? await answer.mailbox.after(0).catch(({ fault }) => fault) : answer.fault;
    expect(fault.reason.code).toBe("answer_timeout");
    await until(() => imap.open() === 0);
  });

  test("without end is cut, while it is asked and while it is only listened to", async () => {
    const imap = await standIn();
    imap.script.instead = (line) => (/^(UID SEARCH|IDLE)/.test(line) ? "flood" : null);
    for (const [asked, by] of [
      ["after", openPatiently],
      ["wait", openPatiently],
      ["after", openForFewLines],
    ] as const) {
      const mailbox = await opened(placeAt(imap.port), { by });
      const { fault } = await mailbox[asked](0).then(
        () => ({ fault: null }),
        (error) => error,
      );
      expect(fault?.reason.code).toBe("mailbox_too_much");
    }
    await until(() => imap.open() === 0);
  });

  test("of a mail beyond what was asked for is cut before that is taken in", async () => {
    const imap = await standIn();
    imap.script.instead = (line) =>
      line.startsWith("UID FETCH") ? { raw: "* 1 FETCH (UID 1 BODY[]<0> {900000000}\r\n" } : null;
    const mailbox = await opened(placeAt(imap.port));
    const { fault } = await mailbox.bytes(1).then(
      () => ({ fault: null }),
      (error) => error,
    );
    expect(fault?.reason.code).toBe("mailbox_too_much");
  });

  test("is asked for now and then where it has no IDLE", async () => {
    const imap = await standIn();
    imap.script.capabilities = ["IMAP4rev1", "AUTH=PLAIN"];
    const within = openImapWithin({ ...inboundLimits, pollMs: 20 });
    const answer = await within(placeAt(imap.port), { password: imapPassword });
    if (!answer.ok) throw new Error(answer.fault.reason.code);
    closing.push(answer.mailbox.close);
    imap.mailbox.add({ raw: "Subject: x\r\n\r\n" });
    await answer.mailbox.wait();
    expect(await answer.mailbox.after(0)).toEqual([1]);
    expect(imap.commands).toContain("NOOP");
    expect(imap.commands).not.toContain("IDLE");
  });

  test("gives no secret away that it was told", async () => {
    const imap = await standIn();
    imap.script.signIn = (_, secret) => `no such password: ${secret}`;
    const { reason, kind } = await faultAt(placeAt(imap.port));
    expect(kind).toBe("person");
    expect(JSON.stringify(reason)).not.toContain(imapPassword);
    expect(reason.reply).toContain("no such password");
  });

  test("follows a token in the way of XOAUTH2, too", async () => {
    const imap = await standIn();
    imap.script.signIn = (user, token) => (user === imapUser && token === "a-token" ? null : "no");
    const answer = await open(placeAt(imap.port), { accessToken: "a-token" });
    expect(answer.ok).toBeTrue();
    if (answer.ok) answer.mailbox.close();
  });
});
