import { afterEach, expect, test } from "bun:test";
import { Refusal } from "../../contract/errors.ts";
import { createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../db/stores/campaigns/ledger.ts";
import { removeUnprepared } from "../../server/sending/journal/recovery.ts";
import { type SendingServer, sender, startSendingServer } from "../support/smtp/sendingServer.ts";

const leadCount = 12;
let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** Makes the nth write from now on fail, once; answers whether it came to that. */
function failNthWrite({ server }: SendingServer, n: number): () => boolean {
  const { database } = server.core;
  const real = database.atomically;
  let writes = 0;
  database.atomically = (build, check) => {
    writes += 1;
    if (writes === n) return Promise.reject(new Refusal("storage_full", "The disk is full."));
    return real(build, check);
  };
  return () => {
    database.atomically = real;
    return writes >= n;
  };
}

test("whichever write of a send fails, nobody is mailed twice, nobody is forgotten, and the send ends", async () => {
  open = await startSendingServer();
  const { addLeads, person, smtp, untilCounts } = open;
  await addLeads(leadCount);
  for (let n = 1, reached = true; reached; n += 1) {
    const before = smtp.acceptedCount();
    const stop = failNthWrite(open, n);
    const body = { subject: `Failing ${n}`, html: "<p>Hi</p>", from: sender, collection: "all" };
    const answer = await person.client("POST /email/send", { body }).catch((error: unknown) => error);
    if (answer instanceof Refusal) {
      stop();
      expect(answer.status).toBe(507);
      expect(smtp.acceptedCount()).toBe(before);
      continue;
    }
    const { campaignId } = answer as { campaignId: string };
    const { counts } = await untilCounts(campaignId, (_, campaign) => campaign.state === "finished");
    reached = stop();
    expect(counts).toMatchObject({ sent: leadCount, uncertain: 0, failed: 0 });
    expect(smtp.acceptedCount() - before).toBe(leadCount);
    expect(n).toBeLessThan(60);
  }
  expect(new Set(smtp.accepted.map((mail) => mail.messageId)).size).toBe(smtp.acceptedCount());
}, 60_000);

/** Before the nth write from now on another process clears away what it takes for left by a crash; answers whether it came to that. */
function clearBeforeNthWrite({ server }: SendingServer, n: number): () => boolean {
  const { database } = server.core;
  const real = database.atomically;
  let writes = 0;
  database.atomically = async (build, check) => {
    writes += 1;
    if (writes === n) {
      const other = { ...database, atomically: real };
      const parts = { campaigns: createCampaignStore(other), ledger: createLedger(other) };
      await removeUnprepared(parts, Number.MAX_SAFE_INTEGER);
    }
    return real(build, check);
  };
  return () => {
    database.atomically = real;
    return writes >= n;
  };
}

test("a send that another process clears away while it is accepted is refused, mails nobody and leaves nothing", async () => {
  open = await startSendingServer();
  const { addLeads, person, server, smtp, untilCounts } = open;
  await addLeads(leadCount);
  const rowsLeft = async () => {
    const { read, tables } = server.core.database;
    const ofCampaign = await read.select({ id: tables.deliveries.campaignId }).from(tables.deliveries);
    const ids = new Set(
      (await read.select({ id: tables.campaigns.id }).from(tables.campaigns)).map(({ id }) => id),
    );
    return ofCampaign.filter(({ id }) => !ids.has(id)).length;
  };
  let refusedCount = 0;
  for (let n = 1, reached = true; reached; n += 1) {
    const before = smtp.acceptedCount();
    const stop = clearBeforeNthWrite(open, n);
    const body = { subject: `Cleared ${n}`, html: "<p>Hi</p>", from: sender, collection: "all" };
    const answer = await person.client("POST /email/send", { body }).catch((error: unknown) => error);
    if (answer instanceof Refusal) {
      stop();
      expect(answer).toMatchObject({ status: 503, reason: { code: "send_interrupted" } });
      expect(smtp.acceptedCount()).toBe(before);
      refusedCount += 1;
    } else {
      const { campaignId } = answer as { campaignId: string };
      await untilCounts(campaignId, (_, campaign) => campaign.state === "finished");
      reached = stop();
      expect(smtp.acceptedCount() - before).toBe(leadCount);
    }
    expect(await rowsLeft()).toBe(0);
    expect(n).toBeLessThan(60);
  }
  expect(refusedCount).toBeGreaterThan(1);
}, 60_000);
