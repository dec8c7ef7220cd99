import { afterEach, describe, expect, test } from "bun:test";
import { Refusal } from "../../contract/errors.ts";
import { optedOut } from "../support/reasons.ts";
import { byRecipient } from "../support/smtp/scriptedSmtp.ts";
import { type SendingServer, startSendingServer } from "../support/smtp/sendingServer.ts";

let open: SendingServer | null = null;
async function start(...args: Parameters<typeof startSendingServer>): Promise<SendingServer> {
  open = await startSendingServer(...args);
  return open;
}
afterEach(async () => {
  await open?.close();
  open = null;
});

const isOver = (_: unknown, { state }: { state: string }) => state === "finished";

describe("a send", () => {
  test("reaches every lead once, with its own words and a fixed Message-ID, and counts it", async () => {
    const { addLeads, send, untilCounts, smtp, person } = await start();
    await addLeads(25);
    const id = await send();
    const { counts, total } = await untilCounts(id, isOver);
    expect(counts).toMatchObject({ sent: 25, queued: 0, sending: 0, failed: 0, uncertain: 0 });
    expect(total).toBe(25);
    expect(new Set(smtp.accepted.flatMap((mail) => mail.to)).size).toBe(25);
    expect(smtp.accepted).toHaveLength(25);
    expect(new Set(smtp.accepted.map((mail) => mail.messageId)).size).toBe(25);
    const leads = await person.client("GET /amplify/leads");
    expect(Array.isArray(leads) && leads.every((lead) => lead.emailCount === 1)).toBe(true);
  });

  test("fails the refused recipient and goes on with the rest", async () => {
    const { addLeads, send, untilCounts, deliveries } = await start({
      smtp: { rcpt: byRecipient({ "lead3@in.test": "550 5.1.1 No such user" }) },
    });
    await addLeads(8);
    const id = await send();
    const { counts } = await untilCounts(id, isOver);
    expect(counts).toMatchObject({ sent: 7, failed: 1 });
    const [failed] = await deliveries(id, "failed");
    expect(failed?.email).toBe("lead3@in.test");
    expect(failed?.reason).toContain("No such user");
  });

  test("defers what the server puts off and says when it is tried again", async () => {
    const { addLeads, send, untilCounts } = await start({
      smtp: { rcpt: byRecipient({ "lead1@in.test": "451 4.3.0 Try later" }) },
    });
    await addLeads(3);
    const seen = await untilCounts(await send(), (counts) => counts.sent === 2 && counts.deferred === 1);
    expect(seen.state).toBe("running");
    expect(seen.waiting).toBe("Waiting to try 1 again");
    expect(seen.nextAt).toBeGreaterThan(Date.now() + 50_000);
  });

  test("calls a mail uncertain when the server hangs up after the final dot, and never sends it again", async () => {
    const { addLeads, send, untilCounts, smtp } = await start({
      smtp: {
        dot: ({ recipient }) => (recipient === "lead2@in.test" ? { accept: true, next: "drop" } : null),
      },
    });
    await addLeads(5);
    const { counts } = await untilCounts(await send(), isOver);
    expect(counts).toMatchObject({ sent: 4, uncertain: 1 });
    expect(smtp.accepted.filter((mail) => mail.to.includes("lead2@in.test"))).toHaveLength(1);
  });

  test("tries uncertain and failed mails again only when a person says so", async () => {
    const { addLeads, send, untilCounts, smtp, person } = await start({
      smtp: { rcpt: byRecipient({ "lead0@in.test": "550 5.1.1 No" }) },
    });
    await addLeads(2);
    const id = await send();
    await untilCounts(id, isOver);
    smtp.script.rcpt = () => null;
    const { retried } = await person.client("POST /amplify/campaigns/{id}/retry", {
      params: { id },
      body: { states: ["failed"] },
    });
    expect(retried).toBe(1);
    const { counts } = await untilCounts(id, (seen, campaign) => isOver(seen, campaign) && seen.sent === 2);
    expect(counts.failed).toBe(0);
    expect(smtp.accepted).toHaveLength(2);
  });
});

test("a send leaves a server that takes only so many at a time alone for a moment, and says what it said", async () => {
  const throttling = "454 Throttling failure: Maximum sending rate exceeded.";
  const { addLeads, send, untilCounts, smtp } = await start({ smtp: { dot: throttling } });
  await addLeads(80);
  const id = await send();
  const waits = (_: unknown, { waiting }: { waiting: string | null }) =>
    waiting?.endsWith(`The server said: ${throttling}`) ?? false;
  const { counts, nextAt } = await untilCounts(id, waits);
  expect(counts.queued).toBeGreaterThan(0);
  expect(nextAt).toBeGreaterThan(Date.now() - 1_000);
  delete smtp.script.dot;
  await untilCounts(id, ({ queued, sending }) => queued + sending === 0);
  expect(smtp.acceptedCount()).toBeGreaterThan(0);
});

test("a send to six hundred leads fails exactly the one in thirty that its server does not know", async () => {
  // Leads that come together are mailed in the order of their addresses: one of each thirty of these.
  const emails = Array.from({ length: 600 }, (_, n) => `lead${n}@in.test`).sort();
  const unknown = emails.filter((_, place) => place % 30 === 15);
  const { addLeads, send, untilCounts, deliveries, smtp } = await start({
    smtp: {
      rcpt: byRecipient(Object.fromEntries(unknown.map((email) => [email, "550 5.1.1 No such user"]))),
    },
  });
  await addLeads(600);
  const id = await send();
  const { counts } = await untilCounts(id, isOver);
  expect(counts).toMatchObject({ sent: 600 - unknown.length, failed: unknown.length, uncertain: 0 });
  const failed = (await deliveries(id, "failed")).map(({ email }) => email);
  expect(failed.toSorted()).toEqual(unknown.toSorted());
  expect(new Set(smtp.accepted.flatMap(({ to }) => to)).size).toBe(600 - unknown.length);
  expect(smtp.accepted).toHaveLength(600 - unknown.length);
});

describe("an account's fault", () => {
  test("at sign-in pauses account and campaign, keeps everyone queued, and ends when a person resumes it", async () => {
    const { addLeads, send, untilCounts, smtp, person } = await start();
    await addLeads(4);
    smtp.script.auth = "535 5.7.8 Bad credentials";
    const id = await send();
    const paused = await untilCounts(
      id,
      (counts, campaign) => campaign.state === "paused" && counts.sending === 0,
    );
    expect(paused.counts).toMatchObject({ queued: 4, failed: 0, deferred: 0 });
    expect(paused.waiting).toContain("Bad credentials");
    const [account] = await person.client("GET /amplify/auth/credentials");
    expect(account).toMatchObject({ state: "paused", pausedUntil: null });

    const params = { id: account?._id ?? "" };
    const stillBad = person.client("POST /amplify/auth/credentials/{id}/resume", { params });
    await expect(stillBad).rejects.toBeInstanceOf(Refusal);
    smtp.script.auth = () => null;
    await person.client("POST /amplify/auth/credentials/{id}/resume", { params });
    expect((await untilCounts(id, isOver)).counts.sent).toBe(4);
    expect(smtp.accepted).toHaveLength(4);
  });

  test("454 at sign-in lets the account rest and is not taken for a wrong password", async () => {
    const { addLeads, send, untilCounts, smtp, person } = await start();
    await addLeads(2);
    smtp.script.auth = "454 4.7.0 Temporary authentication failure";
    const seen = await untilCounts(await send(), (_, campaign) => campaign.waiting !== null);
    expect(seen.state).toBe("running");
    expect(seen.counts.failed).toBe(0);
    const [account] = await person.client("GET /amplify/auth/credentials");
    expect(account?.state).toBe("paused");
    expect(account?.pausedUntil).toBeGreaterThan(Date.now());
  });

  test("550 5.4.5 is the daily limit: the account rests for a day and the recipient stays queued", async () => {
    const { addLeads, send, untilCounts, person } = await start({
      smtp: { rcpt: byRecipient({ "lead0@in.test": "550 5.4.5 Daily user sending limit exceeded" }) },
    });
    await addLeads(1);
    const seen = await untilCounts(
      await send(),
      (counts, campaign) => campaign.waiting !== null && counts.sending === 0,
    );
    expect(seen.counts).toMatchObject({ queued: 1, failed: 0 });
    expect(seen.nextAt).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const [account] = await person.client("GET /amplify/auth/credentials");
    expect(account?.pausedReason).toContain("Daily user sending limit");
  });

  test("a server that cannot be reached opens the breaker after five tries in a row", async () => {
    const { addLeads, send, untilCounts, smtp, person } = await start();
    await addLeads(30);
    await smtp.close();
    const seen = await untilCounts(await send(), (_, campaign) => campaign.waiting !== null);
    expect(seen.counts.failed).toBe(0);
    expect(seen.counts.deferred + seen.counts.queued + seen.counts.sending).toBe(30);
    expect(seen.counts.queued).toBeGreaterThan(10);
    const [account] = await person.client("GET /amplify/auth/credentials");
    expect(account?.pausedReason).toContain("could not be reached");
  });
});

describe("a person's word", () => {
  test("paused in mid-batch, a campaign sends nothing further until it goes on", async () => {
    const { addLeads, send, untilCounts, smtp, person } = await start({
      smtp: { dot: { reply: "250 2.0.0 Ok", delayMs: 20 } },
    });
    await addLeads(200);
    const id = await send();
    await untilCounts(id, (counts) => counts.sent > 5);
    const params = { id };
    await person.client("POST /amplify/campaigns/{id}/pause", { params });
    const paused = await untilCounts(id, (counts) => counts.sending === 0);
    expect(paused.state).toBe("paused");
    expect(paused.counts.queued).toBeGreaterThan(0);
    const acceptedThen = smtp.acceptedCount();
    expect(acceptedThen).toBe(paused.counts.sent);
    await person.client("POST /amplify/campaigns/{id}/resume", { params });
    smtp.script.dot = () => null;
    expect((await untilCounts(id, isOver)).counts.sent).toBe(200);
    expect(new Set(smtp.accepted.flatMap((mail) => mail.to)).size).toBe(200);
    expect(smtp.acceptedCount()).toBe(200);
  });

  test("paused with its last mails under way, a campaign ends with them, since nothing is left that could go on", async () => {
    const whole = Promise.withResolvers<void>();
    const dot = () => {
      whole.resolve();
      return "hang" as const;
    };
    const { addLeads, send, untilCounts, smtp, person } = await start({ smtp: { dot } });
    await addLeads(1);
    const id = await send();
    await whole.promise;
    const paused = await person.client("POST /amplify/campaigns/{id}/pause", { params: { id } });
    expect(paused.state).toBe("paused");
    smtp.dropAll();
    expect((await untilCounts(id, isOver)).counts).toMatchObject({ uncertain: 1, queued: 0 });
  });

  test("a cancelled campaign's queue is skipped with the reason", async () => {
    const { addLeads, send, untilCounts, smtp, person, deliveries } = await start({
      smtp: { dot: { reply: "250 2.0.0 Ok", delayMs: 20 } },
    });
    await addLeads(200);
    const id = await send();
    await untilCounts(id, (counts) => counts.sent > 2);
    await person.client("POST /amplify/campaigns/{id}/cancel", { params: { id } });
    const seen = await untilCounts(id, (counts) => counts.sending === 0 && counts.queued === 0);
    expect(seen.state).toBe("cancelled");
    expect(seen.counts.sent + seen.counts.skipped).toBe(200);
    expect(smtp.acceptedCount()).toBe(seen.counts.sent);
    expect((await deliveries(id, "skipped"))[0]?.reason).toBe("The campaign was cancelled");
  });

  test("somebody who opts out while the send runs gets nothing", async () => {
    const { addLeads, send, untilCounts, smtp, person } = await start({
      credential: { gapMs: 30 },
    });
    await addLeads(6);
    const leads = await person.client("GET /amplify/leads");
    const last = Array.isArray(leads) ? leads.at(-1) : undefined;
    if (!last) throw new Error("no leads");
    const id = await send();
    await person.client("PUT /amplify/leads/{id}", {
      params: { id: last._id },
      body: { firstName: last.firstName, lastName: last.lastName, email: last.email, optout: true },
    });
    const { counts } = await untilCounts(id, isOver);
    expect(counts).toMatchObject({ sent: 5, skipped: 1 });
    expect(smtp.accepted.some((mail) => mail.to.includes(last.email))).toBe(false);
  });
});

describe("the same send", () => {
  test("asked for twice at once or within a minute is one campaign", async () => {
    const { addLeads, send, untilCounts, smtp } = await start();
    await addLeads(3);
    const [first, second] = await Promise.all([send(), send()]);
    const third = await send();
    expect(second).toBe(first);
    expect(third).toBe(first);
    await untilCounts(first, isOver);
    expect(smtp.accepted).toHaveLength(3);
    expect(await send(undefined, "Another subject")).not.toBe(first);
  });

  test("asked for again after it was cancelled is sent, once", async () => {
    const { addLeads, send, person, untilCounts, smtp } = await start({
      smtp: { rcpt: () => "451 4.3.0 Later" },
    });
    await addLeads(2);
    const first = await send();
    await untilCounts(first, (counts) => counts.deferred === 2);
    await person.client("POST /amplify/campaigns/{id}/cancel", { params: { id: first } });
    await untilCounts(first, (counts) => counts.skipped === 2);
    const [second, third] = await Promise.all([send(), send()]);
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    expect(await send()).toBe(second);
    expect(smtp.accepted).toHaveLength(0);
  });

  test("by one idempotency key is one campaign, and the key is no other send's", async () => {
    const { addLeads, person, untilCounts, smtp } = await start();
    await addLeads(2);
    const body = { subject: "Hi", html: "<p>Hi</p>", from: "ada@sender.test", collection: "all" };
    const by = (idempotencyKey: string, changed = {}) =>
      person.client("POST /email/send", { body: { ...body, ...changed } }, { idempotencyKey });
    const long = "k".repeat(255);
    const [first, second] = await Promise.all([by(long), by(long)]);
    expect(second.campaignId).toBe(first.campaignId);
    const refusal = { status: 422, message: "This idempotency key belongs to another send. Take a new one." };
    await expect(by(long, { subject: "Bye" })).rejects.toMatchObject(refusal);
    await expect(by(long, { html: "<p>Bye</p>" })).rejects.toMatchObject(refusal);
    expect((await by(`${long.slice(1)}x`)).campaignId).not.toBe(first.campaignId);
    await untilCounts(first.campaignId, isOver);
    expect(smtp.accepted.length).toBeGreaterThanOrEqual(2);
  });

  test("names who is left out and why, in the answer and in the ledger", async () => {
    const { addLeads, person, untilCounts, deliveries, smtp } = await start();
    await addLeads(3);
    await person.client("POST /amplify/leads", {
      body: { firstName: "Out", lastName: "Opted", email: "out@in.test", optout: true },
    });
    const { campaignId, accepted, skipped } = await person.client("POST /email/send", {
      body: {
        subject: "Hi",
        html: "<p>Hi</p>",
        from: "ada@sender.test",
        leads: ["out@in.test", "lead0@in.test"],
      },
    });
    expect({ accepted, skipped }).toEqual({
      accepted: 1,
      skipped: [{ email: "out@in.test", ...optedOut }],
    });
    await untilCounts(campaignId, isOver);
    expect(await deliveries(campaignId, "skipped")).toMatchObject([{ email: "out@in.test" }]);
    expect(smtp.accepted.flatMap((mail) => mail.to)).toEqual(["lead0@in.test"]);
  });
});
