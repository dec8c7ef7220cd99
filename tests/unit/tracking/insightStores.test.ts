import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createCauseStore } from "../../../db/stores/campaigns/insight/causes.ts";
import { createDomainStore } from "../../../db/stores/campaigns/insight/domains.ts";
import { createMomentStore } from "../../../db/stores/campaigns/insight/moments.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createMailCountStore } from "../../../db/stores/campaigns/mailCounts.ts";
import { createClickStore } from "../../../db/stores/tracking/clicks.ts";
import { createRecipientStore } from "../../../db/stores/tracking/recipients.ts";
import { storeLinks } from "../../support/campaigns/storeLinks.ts";
import { addDeliveries } from "../../support/db/addDeliveries.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { said } from "../../support/reasons.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const minute = 60_000;
const workspaceId = "ada";

eachDatabase("what is kept of when and where a campaign's mails were", (open) => {
  const database = emptyBeforeEach(open);

  test("is each sent mail once, in the minute in which it was taken and at its domain", async () => {
    await add(database(), "one", ["a@in.test", "b@in.test", "c@shop.test", "d@in.test"]);
    const [a, b, c, d] = await claimed(database(), "one", 4);
    await settle(database(), [
      { ...a, state: "sent", reason: said("250"), sentAt: minute + 1 },
      { ...b, state: "sent", reason: said("250"), sentAt: 2 * minute - 1 },
      { ...c, state: "sent", reason: said("250"), sentAt: 5 * minute },
      { ...d, state: "failed", reason: said("550 5.1.1 No such mailbox") },
    ]);
    const counts = createMailCountStore(database());
    // In two goes, as when there are more than one takes.
    expect([await counts.countNoted(2), await counts.countNoted(2), await counts.countNoted(2)]).toEqual([
      2, 1, 0,
    ]);
    expect(await moments(database())).toEqual([
      { at: minute, sent: 2, opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0 },
      { at: 5 * minute, sent: 1, opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0 },
    ]);
    const domains = createDomainStore(database());
    expect(await domains.domainsOf({ workspaceId, partIds: ["one"], countMax: 10 })).toEqual({
      rows: [
        { domain: "in.test", sent: 2, failed: 1, opened: 0, machineOpened: 0, clicked: 0 },
        { domain: "shop.test", sent: 1, failed: 0, opened: 0, machineOpened: 0, clicked: 0 },
      ],
      count: 2,
    });
    expect(await domains.domainsOf({ workspaceId: "bob", partIds: ["one"], countMax: 10 })).toEqual({
      rows: [],
      count: 0,
    });
  });

  test("follows a click that turns out to be a machine's", async () => {
    await add(database(), "one", ["a@in.test", "b@in.test"]);
    await storeLinks(
      database(),
      ["first", "second"].map((id, position) => ({ id, campaignId: "one", workspaceId, position, url: id })),
    );
    const recipients = createRecipientStore(database());
    const clicks = createClickStore(database());
    await recipients.countFirstOpen({ workspaceId, deliveryId: "one-0", now: 3 * minute });
    await recipients.countFirstOpen({ workspaceId, deliveryId: "one-0", now: 9 * minute });
    await recipients.noteMachineOpen({ workspaceId, deliveryId: "one-1", now: 3 * minute + 5 });
    const click = { deliveryId: "one-0", workspaceId, isMachine: false, burstMs: 100 };
    await clicks.record({ ...click, linkId: "first", now: 4 * minute });
    const opened = { at: 3 * minute, sent: 0, opened: 1, clicked: 0, machineOpened: 1, machineClicked: 0 };
    const none = { at: 4 * minute, sent: 0, opened: 0, machineOpened: 0 };
    expect(await moments(database())).toEqual([opened, { ...none, clicked: 1, machineClicked: 0 }]);
    await clicks.record({ ...click, linkId: "second", now: 4 * minute + 1 });
    expect(await moments(database())).toEqual([opened, { ...none, clicked: 0, machineClicked: 2 }]);
    const { rows } = await createDomainStore(database()).domainsOf({
      workspaceId,
      partIds: ["one"],
      countMax: 9,
    });
    expect(rows).toEqual([
      { domain: "in.test", sent: 0, failed: 0, opened: 1, machineOpened: 1, clicked: 0 },
    ]);
  });

  test("and why mails are where they are, each cause with how many", async () => {
    await add(database(), "one", ["a@in.test", "b@in.test", "c@in.test", "d@in.test"]);
    const taken = await claimed(database(), "one", 3);
    const [a, b, c] = taken;
    await settle(database(), [
      { ...a, state: "failed", reason: said("550 5.1.1 No such mailbox") },
      { ...b, state: "failed", reason: said("550 5.1.1 Nobody of that name") },
      { ...c, state: "sent", reason: said("250"), sentAt: minute },
    ]);
    const causes = createCauseStore(database());
    const key = { workspaceId, partIds: ["one"] };
    expect(await causes.causesOf(key)).toEqual([{ state: "failed", code: "refused", count: 2 }]);
    expect(await causes.causesOf({ ...key, workspaceId: "bob" })).toEqual([]);
    const some = await causes.someOf({ ...key, state: "failed", code: "refused", countMax: 1 });
    expect(some).toHaveLength(1);
    // Which three were taken up is the database's to choose; the list goes by their place in the ledger.
    const became = new Map(taken.map(({ id }, nth) => [id, nth < 2 ? "failed" : "sent"]));
    expect((await causes.stagesOf({ ...key, countMax: 10 })).map(({ state }) => state as string)).toEqual(
      ["one-0", "one-1", "one-2", "one-3"].map((id) => became.get(id) ?? "queued"),
    );
  });
});

async function moments(database: Database) {
  return createMomentStore(database).momentsOf({
    workspaceId,
    partIds: ["one"],
    stepMs: minute,
    countMax: 99,
  });
}

async function add(database: Database, campaignId: string, emails: readonly string[]): Promise<void> {
  const row = campaignRow({ id: campaignId, total: emails.length });
  await createCampaignStore(database).addUnlessKnown({ ...row, workspaceId, html: "" });
  await addDeliveries(
    database,
    emails.map((email, index) => ({
      id: `${campaignId}-${index}`,
      campaignId,
      workspaceId,
      leadId: `l${index}`,
      email,
      state: "queued" as const,
      attempts: 0,
      dueAt: 0,
    })),
  );
}

type Claimed = { id: string; leadId: string };
type Settled = Parameters<ReturnType<typeof createLedger>["settleAndClaim"]>[0];

async function claimed(database: Database, campaignId: string, countMax: number): Promise<Claimed[]> {
  const claim = { campaignId, credentialId: "account", workspaceId, countMax, now: 1, bucketAt: 0 };
  const rows = await createLedger(database).settleAndClaim([], claim);
  return rows.map(({ id, leadId }) => ({ id, leadId })).sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function settle(database: Database, settled: unknown[]): Promise<void> {
  await createLedger(database).settleAndClaim(settled as Settled, null);
}
