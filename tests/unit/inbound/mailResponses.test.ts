import { expect, test } from "bun:test";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../db/database.ts";
import { createOptoutStore } from "../../../db/stores/tracking/optouts.ts";
import { createMailResponses } from "../../../server/campaigns/responses/mailResponses.ts";
import type { Secrets } from "../../../server/core/core.ts";
import { planId, sequenceWorld, stepOf, workspaceId } from "../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const lines = (...all: string[]) => new TextEncoder().encode([...all, ""].join("\r\n"));

const replyTo = (id: string, from: string) =>
  lines(`From: <${from}>`, "Subject: Re: News", `In-Reply-To: <${id}@ada.test>`, "", "Thank you!");

/** The next mail of a thread, as the sequence itself sends it. */
const nextMail = (id: string, before: string) =>
  lines(
    "From: <news@ada.test>",
    `Message-ID: <${id}@ada.test>`,
    `In-Reply-To: <${before}@ada.test>`,
    "",
    "Hi",
  );

const bounceOf = (id: string, to: string, status = "5.1.1", ...more: string[]) =>
  lines(
    "From: MAILER-DAEMON@mx.test",
    "Subject: Undelivered",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.test",
    "",
    ...more,
    `Final-Recipient: rfc822; ${to}`,
    "Action: failed",
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} No`,
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${id}@ada.test>`,
    "--b--",
  );

/** What Exim sends where a mail that somebody wrote by hand, in answer to an answer, was not taken. */
const bounceOfOwnWords = (thread: string, to: string) => {
  const references = `References: <${thread}@ada.test> <answer@in.test>`;
  return lines(
    "From: MAILER-DAEMON@mx.test",
    "Subject: Mail delivery failed",
    `${references} <by-hand@ada.test>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.test",
    "",
    "Action: failed",
    `Final-Recipient: rfc822; ${to}`,
    "Status: 5.1.1",
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Message-ID: <by-hand@ada.test>",
    references,
    "",
    "Thank you for your answer.",
    "--b--",
  );
};

const complaintOf = (id: string) =>
  lines(
    "From: fbl@provider.test",
    "Subject: complaint",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    "",
    "--b",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: P/1",
    "Version: 1",
    "",
    "--b",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${id}@ada.test>`,
    "--b--",
  );

/** A sequence whose first mail has gone to so many leads, and whoever takes in what comes back. */
async function world(
  database: Database,
  { leads: count = 3, ...content }: { leads?: number } & Partial<PlanContent>,
) {
  const sequence = await sequenceWorld(database, {
    steps: [stepOf("one"), stepOf("two", { delayMinutes: 24 * 60 })],
    ...content,
  });
  const secrets = {
    hashAddress: (email: string) => email.slice(0, email.indexOf("@")),
  } as Secrets;
  const responses = createMailResponses(
    { ...sequence.core, secrets },
    {
      sender: { tell: async (command) => void sequence.told.push(command) },
      recipients: { unsubscribe: async () => null },
      onChange: () => {},
    },
  );
  const leads = await sequence.addLeads(count);
  await sequence.join(...leads);
  await sequence.work();
  await sequence.settle();
  const mails = await sequence.mails();
  const idOf = (leadId: string) => mails.find((mail) => mail.leadId === leadId)?.id ?? "";
  const take = (raw: Uint8Array, receivedAt = sequence.now) =>
    responses.take({ workspaceId, credentialId: "account", key: "k", receivedAt, raw, isWhole: true });
  return { sequence, leads, idOf, take };
}

const stop = { onClick: false, onReply: true, onLeaving: false, onField: null };

const stateOf = async ({ sequence }: Awaited<ReturnType<typeof world>>, leadId: string) =>
  (await sequence.mails()).filter((mail) => mail.leadId === leadId).map(({ state }) => state);

eachDatabase("a reply", (open) => {
  const database = emptyBeforeEach(open);

  test("whoever replies gets no more of a sequence that stops then, and the others go on", async () => {
    const made = await world(database(), { stop });
    const { sequence, take, idOf } = made;
    const [ann = "", bob = "", cay = ""] = made.leads;
    await take(replyTo(idOf(ann), `${ann}@in.test`));
    expect(await sequence.enrolment(ann)).toMatchObject({ endedCode: "stopped_by_reply", dueAt: null });
    sequence.pass(25 * 60);
    await sequence.work();
    expect(await stateOf(made, ann)).toEqual(["sent"]);
    expect(await stateOf(made, bob)).toEqual(["sent", "queued"]);
    // Somebody answers the first mail while the second stands in the queue already.
    await take(replyTo(idOf(bob), "bob@elsewhere.test"));
    expect(await stateOf(made, bob)).toEqual(["sent", "skipped"]);
    expect(await stateOf(made, cay)).toEqual(["sent", "queued"]);
  });

  test("the next mail of a thread is no answer of its lead, where the lead's mailbox is one that is read", async () => {
    const made = await world(database(), { stop });
    const { sequence, take, idOf } = made;
    const [ann = ""] = made.leads;
    sequence.pass(25 * 60);
    await sequence.work();
    const next = (await sequence.mails()).find(({ leadId, state }) => leadId === ann && state === "queued");
    await take(nextMail(next?.id ?? "", idOf(ann)));
    expect(await stateOf(made, ann)).toEqual(["sent", "queued"]);
    // The same from a person, whose Message-ID is none of ours.
    await take(nextMail(crypto.randomUUID(), idOf(ann)));
    expect(await stateOf(made, ann)).toEqual(["sent", "skipped"]);
  });

  test("a reply is kept where it stops nothing, once; what the account writes itself is none", async () => {
    const made = await world(database(), {});
    const { sequence, take, idOf } = made;
    const [ann = ""] = made.leads;
    await take(replyTo(idOf(ann), "account@ada.test"));
    const replies = async () => {
      const { mailResponses } = database().tables;
      return (await database().read.select().from(mailResponses)).length;
    };
    expect(await replies()).toBe(0);
    await take(replyTo(idOf(ann), `${ann}@in.test`));
    await take(replyTo(idOf(ann), `${ann}@in.test`));
    expect(await replies()).toBe(1);
    expect((await sequence.enrolment(ann)).endedAt).toBeNull();
  });

  test("a mail that was in doubt has arrived when it is answered, and is never sent again", async () => {
    const made = await world(database(), {});
    const [ann = ""] = made.leads;
    await made.sequence.react(ann, { state: "uncertain", reasonCode: "interrupted" });
    await made.take(replyTo(made.idOf(ann), `${ann}@in.test`));
    expect(await stateOf(made, ann)).toEqual(["sent"]);
  });
});

eachDatabase("what is returned or complained of", (open) => {
  const database = emptyBeforeEach(open);

  test("a mail that comes back ends the sequence for its lead, whose address is left alone", async () => {
    const made = await world(database(), {});
    const { sequence, take, idOf } = made;
    const [ann = "", bob = ""] = made.leads;
    await take(bounceOf(idOf(ann), `${ann}@in.test`));
    // It names another address, to which somebody has it passed on: the lead's own takes mail.
    await take(bounceOf(idOf(bob), "bob@elsewhere.test"));
    expect(await stateOf(made, ann)).toEqual(["failed"]);
    expect(await stateOf(made, bob)).toEqual(["failed"]);
    const { bouncedAddresses } = database().tables;
    expect(await database().read.select().from(bouncedAddresses)).toMatchObject([
      { emailHash: ann, count: 1 },
    ]);
    sequence.pass(25 * 60);
    await sequence.work();
    expect(await sequence.enrolment(ann)).toMatchObject({ endedCode: "address_bounced" });
  });

  test("an address whose mails come back for now is left alone after three in a row, and not after two long apart", async () => {
    const made = await world(database(), { leads: 2 });
    const { sequence, take, idOf } = made;
    const [ann = "", bob = ""] = made.leads;
    const { bouncedAddresses } = database().tables;
    const returned = async (lead: string) => {
      await sequence.react(lead, { state: "sent", sentAt: sequence.now });
      await take(bounceOf(idOf(lead), `${lead}@in.test`, "4.2.2"));
      const rows = await database().read.select().from(bouncedAddresses);
      const row = rows.find(({ emailHash }) => emailHash === lead);
      return [row?.count, row?.forGoodAt !== null];
    };
    expect(await returned(ann)).toEqual([1, false]);
    expect(await returned(bob)).toEqual([1, false]);
    sequence.pass(29 * 24 * 60);
    expect(await returned(ann)).toEqual([2, false]);
    sequence.pass(2 * 24 * 60);
    expect(await returned(bob)).toEqual([1, false]);
    expect(await returned(ann)).toEqual([3, true]);
  });

  test("an address that passes mails on to others, of which one is gone, is not given up for the first of them", async () => {
    const made = await world(database(), {});
    const { take, idOf } = made;
    const [list = "", moved = ""] = made.leads;
    const sentTo = (lead: string) => `Original-Recipient: rfc822; ${lead}@in.test`;
    await take(bounceOf(idOf(list), "colleague@in.test", "5.1.1", sentTo(list)));
    // Its own mailbox, under another name of the provider's machine.
    await take(bounceOf(idOf(moved), `${moved}@imap.in.test`, "5.1.1", sentTo(moved)));
    const { bouncedAddresses } = database().tables;
    const rows = await database().read.select().from(bouncedAddresses);
    const isGivenUp = (lead: string) => rows.find(({ emailHash }) => emailHash === lead)?.forGoodAt !== null;
    expect([isGivenUp(list), isGivenUp(moved)]).toEqual([false, true]);
    expect(await stateOf(made, list)).toEqual(["failed"]);
  });

  test("what came back before a mail went once more is about the one before", async () => {
    const made = await world(database(), {});
    const [ann = ""] = made.leads;
    const receivedAt = made.sequence.now - 60 * 60_000;
    await made.take(bounceOf(made.idOf(ann), `${ann}@in.test`), receivedAt);
    expect(await stateOf(made, ann)).toEqual(["sent"]);
  });
});

eachDatabase("which mail a report is about", (open) => {
  const database = emptyBeforeEach(open);

  test("what a person wrote by hand and came back says nothing of the mail of ours that began the conversation", async () => {
    const made = await world(database(), {});
    const [ann = ""] = made.leads;
    await made.take(bounceOfOwnWords(made.idOf(ann), `${ann}@in.test`));
    expect(await stateOf(made, ann)).toEqual(["sent"]);
    expect(await database().read.select().from(database().tables.bouncedAddresses)).toEqual([]);
  });

  test("a notice that names the mails of a conversation, and returns none, is about the last of them", async () => {
    const made = await world(database(), {});
    const { sequence, take, idOf } = made;
    const [ann = ""] = made.leads;
    sequence.pass(25 * 60);
    await sequence.work();
    await sequence.settle();
    const [first, second] = (await sequence.mails()).filter(({ leadId }) => leadId === ann);
    expect(second?.state).toBe("sent");
    await take(
      lines(
        "From: MAILER-DAEMON@mx.test",
        "Subject: Undelivered",
        `References: <${first?.id}@ada.test> <${second?.id}@ada.test>`,
        "",
        "550 5.1.1 user unknown",
      ),
    );
    const mails = new Map((await sequence.mails()).map(({ id, state }) => [id, state]));
    expect([mails.get(first?.id ?? ""), mails.get(second?.id ?? "")]).toEqual(["sent", "failed"]);
    expect(idOf(ann)).toBe(first?.id ?? "");
  });
});

eachDatabase("what asks the sender to think", (open) => {
  const database = emptyBeforeEach(open);

  test("a campaign of which too many come back waits, and goes on once a person says so", async () => {
    const made = await world(database(), { leads: 60 });
    const { sequence, take, idOf } = made;
    const [first, second, third = "", fourth = ""] = made.leads;
    for (const lead of [first, second]) await take(bounceOf(idOf(lead ?? ""), `${lead}@in.test`));
    expect((await sequence.plan()).pausedBy).toBeNull();
    await take(bounceOf(idOf(third), `${third}@in.test`));
    expect(await sequence.plan()).toMatchObject({
      pausedBy: "person",
      pausedReason: { code: "many_failures", params: { failed: 3, of: 60 } },
    });
    await sequence.setPlan({ pausedBy: null, pausedReason: null });
    await take(bounceOf(idOf(fourth), `${fourth}@in.test`));
    expect((await sequence.plan()).pausedBy).toBeNull();
  });

  test("a complaint opts out and asks the sender to think; of the same one nothing follows twice", async () => {
    const made = await world(database(), { leads: 60 });
    const { sequence, take, idOf } = made;
    const [ann = ""] = made.leads;
    await take(complaintOf(idOf(ann)));
    expect(await sequence.plan()).toMatchObject({
      id: planId,
      pausedBy: "person",
      pausedReason: { code: "many_complaints", params: { complained: 1, of: 60 } },
    });
    const { leads, suppressions, accountDays } = database().tables;
    const optedOut = async () => (await database().read.select().from(leads)).filter(({ optout }) => optout);
    expect((await optedOut()).map(({ id }) => id)).toEqual([ann]);
    expect(await database().read.select().from(suppressions)).toMatchObject([{ source: "recipient" }]);
    const left = createOptoutStore(database()).pageOf({ workspaceId, id: planId, countMax: 9 });
    expect(await left).toMatchObject([{ leadId: ann, reason: null, complainedAt: sequence.now }]);
    await sequence.setPlan({ pausedBy: null, pausedReason: null });
    await take(complaintOf(idOf(ann)));
    expect((await sequence.plan()).pausedBy).toBeNull();
    expect(await database().read.select().from(accountDays)).toMatchObject([{ complained: 1 }]);
  });

  test("one complaint of a few mails opts out and lets the campaign go on", async () => {
    const made = await world(database(), { leads: 49 });
    const [ann = ""] = made.leads;
    await made.take(complaintOf(made.idOf(ann)));
    expect((await made.sequence.plan()).pausedBy).toBeNull();
    const { suppressions } = database().tables;
    expect(await database().read.select().from(suppressions)).toMatchObject([{ emailHash: ann }]);
  });
});
