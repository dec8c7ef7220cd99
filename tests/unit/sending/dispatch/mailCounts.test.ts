import { expect, test } from "bun:test";
import { mailCountLimits } from "../../../../contract/limits/sending.ts";
import type { Database } from "../../../../db/database.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { systemWaits } from "../../../../server/core/waits.ts";
import { createMailCounts } from "../../../../server/sending/mailCounts.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { said } from "../../../support/reasons.ts";
import { keptLog } from "../../../support/server/keptLog.ts";
import { campaignRow, leadRow } from "../../../support/smtp/sendingRows.ts";

const claim = { workspaceId: "ada", credentialId: "account", now: 10, bucketAt: 0, countMax: 5_000 };

eachDatabase("mails that a lead was sent", (open) => {
  const database = emptyBeforeEach(open);

  test("are counted once each behind the mails, whatever becomes of whoever sent them", async () => {
    const leadCount = mailCountLimits.batch + 20;
    await add(database(), leadCount);
    await sendAll(database(), "one");
    expect(await counts(database())).toEqual({ 0: leadCount });
    // Somebody else counts what was noted: the one who sent was killed.
    await countsOf(database()).countAll();
    expect(await counts(database())).toEqual({ 1: leadCount });
    await countsOf(database()).countAll();
    expect(await counts(database())).toEqual({ 1: leadCount });
  });

  test("of several campaigns at once are all counted, and what was not sent is not", async () => {
    await add(database(), 3);
    await sendAll(database(), "one");
    await sendAll(database(), "two");
    await countsOf(database()).countAll();
    expect(await counts(database())).toEqual({ 2: 3 });
    await sendAll(database(), "refused", "failed");
    await countsOf(database()).countAll();
    expect(await counts(database())).toEqual({ 2: 3 });
  });

  test("are not counted again where an outcome comes twice", async () => {
    await add(database(), 2);
    const settled = await sendAll(database(), "one");
    await createLedger(database()).settleAndClaim(settled, null);
    await countsOf(database()).countAll();
    expect(await counts(database())).toEqual({ 1: 2 });
  });
});

const countsOf = (database: Database) =>
  createMailCounts({ database, waits: systemWaits, log: keptLog().log });

async function add({ atomically, tables }: Database, leadCount: number): Promise<void> {
  const numbers = Array.from({ length: leadCount }, (_, n) => n);
  await atomically((write) => ({
    leads: write.insert(tables.leads).values(numbers.map((n) => leadRow(`l${n}`, `${n}@in.test`))),
  }));
}

/** A campaign to every lead, all of it settled. */
async function sendAll({ ...database }: Database, campaignId: string, state: "sent" | "failed" = "sent") {
  const { tables } = database;
  const ledger = createLedger(database);
  const leads = await database.read
    .select({ id: tables.leads.id, email: tables.leads.email })
    .from(tables.leads);
  await database.atomically((write) => ({
    campaign: write.insert(tables.campaigns).values(campaignRow({ id: campaignId, requestKey: campaignId })),
    deliveries: write.insert(tables.deliveries).values(
      leads.map(({ id, email }) => ({
        id: `${campaignId}-${id}`,
        campaignId,
        workspaceId: "ada",
        leadId: id,
        email,
        state: "queued" as const,
        attempts: 0,
        dueAt: 1,
      })),
    ),
  }));
  const claimed = await ledger.settleAndClaim([], { ...claim, campaignId });
  const reason = said("250");
  const settled = claimed.map(({ id, leadId }) =>
    state === "sent" ? { id, leadId, state, reason, sentAt: 5 } : { id, leadId, state, reason },
  );
  await ledger.settleAndClaim(settled, null);
  return settled;
}

/** How many leads have which count. */
async function counts({ read, tables }: Database): Promise<Record<number, number>> {
  const rows = await read.select({ emailCount: tables.leads.emailCount }).from(tables.leads);
  const groups = Map.groupBy(rows, ({ emailCount }) => emailCount);
  return Object.fromEntries([...groups].map(([count, of]) => [count, of.length]));
}
