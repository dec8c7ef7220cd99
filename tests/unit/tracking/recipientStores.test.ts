import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { createCampaignCountStore } from "../../../db/stores/campaigns/campaignCounts.ts";
import { createSandboxMailStore } from "../../../db/stores/campaigns/sandboxMails.ts";
import { createSuppressionStore } from "../../../db/stores/leads/suppressions.ts";
import { createRecipientStore } from "../../../db/stores/tracking/recipients.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { sentDelivery } from "../../support/smtp/deliveries.ts";

let ids = 0;
const coreOver = (database: Database) => ({
  database,
  clock: { now: () => 1_000 },
  newId: () => `id-${String(++ids).padStart(6, "0")}`,
});

async function leadOf(database: Database, id: string) {
  const { leads } = database.tables;
  const [lead] = await database.read
    .select()
    .from(leads)
    .where(and(eq(leads.workspaceId, "u1"), eq(leads.id, id)));
  return lead;
}

eachDatabase("recipients", (open) => {
  const database = emptyBeforeEach(open);

  test("a delivery tells its sender, and still its owner and address when all else is gone", async () => {
    const store = createRecipientStore(database());
    const delivery = await sentDelivery(coreOver(database()), { workspaceId: "u1" });
    const account = { fromAlias: "Ada <ada@example.com>", fromEmail: "ada@example.com" };
    const from = { ...account, senderName: null, senderAddress: null };
    const known = {
      deliveryId: delivery.id,
      leadId: delivery.leadId,
      campaignId: delivery.campaignId,
      workspaceId: "u1",
      email: "bob@example.com",
      consent: "unknown" as const,
      openedAt: null,
      machineOpenedAt: null,
      state: "sent" as const,
      firstTriedAt: null,
    };
    const found = () => store.recipientOf(delivery.id);
    expect(await found()).toEqual({ ...known, track: "always", from, provider: "sandbox" });
    const { campaigns } = database().tables;
    await database().atomically((write) => ({
      removed: write.delete(campaigns).where(eq(campaigns.id, delivery.campaignId)),
    }));
    expect(await found()).toEqual({ ...known, track: null, from: null, provider: null });
    expect(await store.recipientOf("nobody")).toBeNull();
  });

  test("unsubscribing suppresses and opts out together, twice alike", async () => {
    const delivery = await sentDelivery(coreOver(database()), { workspaceId: "u1" });
    const store = createRecipientStore(database());
    const { leadId, campaignId, id: deliveryId } = delivery;
    const of = { leadId, campaignId, deliveryId };
    const who = {
      ...of,
      id: "first",
      workspaceId: "u1",
      email: delivery.email,
      emailHash: "hash",
      now: 2_000,
    };
    await store.unsubscribe(who);
    await store.unsubscribe({ ...who, id: "second", now: 3_000 });
    const { read, tables } = database();
    const noted = await read.select().from(tables.optouts).where(eq(tables.optouts.workspaceId, "u1"));
    expect(noted).toMatchObject([
      { id: "first", campaignId, createdAt: 2_000, reason: null, returnedAt: null },
    ]);
    expect(await leadOf(database(), delivery.leadId)).toMatchObject({ optout: true, updatedAt: 2_000 });
    const suppressions = createSuppressionStore(database());
    expect(await suppressions.isSuppressed({ workspaceId: "u1", emailHash: "hash" })).toBe(true);
    expect(await suppressions.isSuppressed({ workspaceId: "u2", emailHash: "hash" })).toBe(false);
  });
});

eachDatabase("opens of a mail", (open) => {
  const database = emptyBeforeEach(open);

  test("a machine's look is noted once and apart", async () => {
    const delivery = await sentDelivery(coreOver(database()), { workspaceId: "u1" });
    const store = createRecipientStore(database());
    const reactions = async () =>
      (await createCampaignCountStore(database()).allCountsOf(delivery.campaignId)).reactions;
    await store.noteMachineOpen({ workspaceId: "u1", deliveryId: delivery.id, now: 5_000 });
    await store.noteMachineOpen({ workspaceId: "u1", deliveryId: delivery.id, now: 6_000 });
    expect(await store.recipientOf(delivery.id)).toMatchObject({ openedAt: null, machineOpenedAt: 5_000 });
    expect(await leadOf(database(), delivery.leadId)).toMatchObject({ openedCount: 0 });
    expect(await reactions()).toEqual({ opened: 0, machineOpened: 1, clicked: 0 });
    await store.countFirstOpen({ workspaceId: "u1", deliveryId: delivery.id, now: 7_000 });
    expect(await reactions()).toEqual({ opened: 1, machineOpened: 1, clicked: 0 });
  });

  test("of many opens at once, in the same millisecond, one counts", async () => {
    const delivery = await sentDelivery(coreOver(database()), { workspaceId: "u1" });
    const store = createRecipientStore(database());
    const open = () => store.countFirstOpen({ workspaceId: "u1", deliveryId: delivery.id, now: 5_000 });
    const counted = await Promise.all(Array.from({ length: 10 }, open));
    expect(counted.filter(Boolean)).toHaveLength(1);
    expect(await leadOf(database(), delivery.leadId)).toMatchObject({ openedCount: 1 });
    expect((await store.recipientOf(delivery.id))?.openedAt).toBe(5_000);
  });
});

eachDatabase("sandbox mails", (open) => {
  const database = emptyBeforeEach(open);
  const row = (workspaceId: string, id: string) => ({
    id,
    workspaceId,
    messageId: "<m>",
    sender: "a@example.com",
    recipient: `${id}@example.com`,
    subject: "Grüße",
    raw: "Subject: x\r\n\r\n\u00ff",
    receivedAt: 1,
  });

  test("are listed newest first, page by page, and the oldest are dropped step by step", async () => {
    const store = createSandboxMailStore(database());
    await store.add([...["a", "b", "c", "d", "e"].map((id) => row("u1", id)), row("u2", "0")]);
    const page = (beforeId: string | null) => store.page({ workspaceId: "u1", beforeId, sizeMax: 2 });
    expect((await page(null)).map(({ id }) => id)).toEqual(["e", "d"]);
    expect((await page("d")).map(({ id }) => id)).toEqual(["c", "b"]);
    expect(Object.keys((await page(null))[0] ?? {})).not.toContain("raw");
    const step = { countMax: 2, bytesMax: 1_000 };
    const drop = () => store.dropOldest({ workspaceId: "u1", lastId: "c", ...step });
    expect([await drop(), await drop(), await drop()]).toEqual([2, 1, 0]);
    expect((await page(null)).map(({ id }) => id)).toEqual(["e", "d"]);
    expect([await store.countOf("u1"), await store.countOf("u2")]).toEqual([2, 1]);
  });

  test("come back byte for byte, to their owner only", async () => {
    const store = createSandboxMailStore(database());
    await store.add([row("u1", "a")]);
    expect(await store.one({ workspaceId: "u1", id: "a" })).toEqual(row("u1", "a"));
    expect(await store.one({ workspaceId: "u2", id: "a" })).toBeNull();
  });
});
