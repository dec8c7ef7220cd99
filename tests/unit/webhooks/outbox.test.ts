import { expect, test } from "bun:test";
import { and, asc, eq, inArray } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import { type WebhookType, webhookTypes } from "../../../contract/schemas/webhookTypes.ts";
import type { Database } from "../../../db/database.ts";
import { createWebhookLogStore } from "../../../db/stores/webhooks/deliveryLog.ts";
import { createWebhookOutbox } from "../../../db/stores/webhooks/outbox.ts";
import { createWebhookStore } from "../../../db/stores/webhooks/webhooks.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { fillTables } from "../../support/db/fillTables.ts";

const workspaceId = "w1";
const key = { workspaceId, id: "hook" };

/** A workspace with a webhook, what happens in it, and what of that was written down. */
function worldOf(database: () => Database) {
  const store = () => createWebhookStore(database());
  const outbox = () => createWebhookOutbox(database());

  async function filled(types: readonly WebhookType[] = webhookTypes): Promise<void> {
    await fillTables(database(), workspaceId);
    await fillTables(database(), "w2");
    const { webhooks, webhookWants, webhookEvents, webhookDeliveries } = database().tables;
    await database().atomically((write) => ({
      webhooks: write.delete(webhooks).where(inArray(webhooks.workspaceId, [workspaceId, "w2"])),
      wants: write.delete(webhookWants).where(inArray(webhookWants.workspaceId, [workspaceId, "w2"])),
      events: write.delete(webhookEvents).where(inArray(webhookEvents.workspaceId, [workspaceId, "w2"])),
      deliveries: write
        .delete(webhookDeliveries)
        .where(inArray(webhookDeliveries.workspaceId, [workspaceId, "w2"])),
    }));
    await store().add(
      {
        id: "hook",
        workspaceId,
        name: "Ours",
        url: "https://hooks.test/",
        types: [...types],
        secret: "",
        formerSecret: null,
        formerUntil: null,
        state: "active",
        pausedReason: null,
        createdAt: 1,
      },
      () => {},
    );
  }

  const events = () => {
    const { webhookEvents } = database().tables;
    return database()
      .read.select()
      .from(webhookEvents)
      .where(inArray(webhookEvents.workspaceId, [workspaceId, "w2"]))
      .orderBy(asc(webhookEvents.number));
  };
  const happened = async () => (await events()).map(({ type, subject }) => `${type} ${subject}`);
  type Tables = ReturnType<typeof database>["tables"];
  const change = (
    name: "leads" | "deliveries" | "campaigns" | "campaignPlans" | "imports" | "credentials",
    of: string,
    set: object,
  ) =>
    database().atomically((write) => {
      const table = database().tables[name] as Tables["leads"];
      return {
        changed: write
          .update(table)
          .set(set)
          .where(and(eq(table.id, of), inArray(table.workspaceId, [workspaceId, "w2"]))),
      };
    });

  const outboxDue = async () => {
    const lease = await outbox().take(key, { now: 1, holder: "h", leaseUntil: 9 });
    const due = await outbox().due(
      { ...key, lease: lease?.lease ?? 0 },
      { now: 1, countMax: 99, statuses: ["AMFR"] },
    );
    return due.map(({ type }) => type);
  };

  return { store, outbox, filled, events, happened, change, outboxDue };
}

eachDatabase("the outbox of webhooks", (open) => {
  const database = emptyBeforeEach(open);
  const { filled, events, happened, change, outboxDue } = worldOf(database);

  test("has every change that was asked for, once, in the order in which it came, and none of another workspace", async () => {
    await filled();
    for (const of of [workspaceId, "w2"]) {
      await change("leads", `${of}-lead`, { firstName: "Grace" });
      await change("leads", `${of}-lead`, { emailCount: 3, openedCount: 2, searchText: "x" });
      await change("leads", `${of}-lead`, { optout: true });
      await change("leads", `${of}-lead`, { optout: true, firstName: "Grace" });
      await change("leads", `${of}-lead`, { optout: false });
      await change("deliveries", `${of}-delivery`, { state: "sending" });
      await change("deliveries", `${of}-delivery`, { state: "sent", sentAt: 9 });
      await change("deliveries", `${of}-delivery`, { openedAt: 10 });
      await change("deliveries", `${of}-delivery`, { openedAt: 11, clickedAt: 11 });
      await change("credentials", `${of}-account`, { paused: true, pausedUntil: 99 });
      await change("credentials", `${of}-account`, { paused: true, pausedUntil: null });
      await change("imports", `${of}-import`, { state: "running" });
      await change("imports", `${of}-import`, { state: "done" });
    }
    expect(await happened()).toEqual(
      [
        "lead.updated lead",
        "lead.opted_out lead",
        "lead.updated lead",
        "delivery.sent delivery",
        "delivery.opened delivery",
        "delivery.clicked delivery",
        "account.stopped account",
        "import.finished import",
      ].map((line) => line.replace(" ", ` ${workspaceId}-`)),
    );
    const [first] = await events();
    expect(JSON.parse(first?.row ?? "")).toMatchObject({
      id: `${workspaceId}-lead`,
      firstName: "Grace",
      email: "lead@example.com",
    });
    const numbers = (await events()).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(await outboxDue()).toHaveLength(8);
  });
});

eachDatabase("the outbox of webhooks", (open) => {
  const database = emptyBeforeEach(open);
  const { filled, events, happened, change } = worldOf(database);

  test("tells of a campaign as a whole when its last part stops or ends, and once", async () => {
    await filled(["campaign.started", "campaign.paused", "campaign.finished"]);
    const { campaigns, campaignPlans, enrolments } = database().tables;
    const [part] = await database()
      .read.select()
      .from(campaigns)
      .where(eq(campaigns.workspaceId, workspaceId));
    const [plan] = await database()
      .read.select()
      .from(campaignPlans)
      .where(eq(campaignPlans.workspaceId, workspaceId));
    if (!part || !plan) throw new Error("nothing was filled in");
    await database().atomically((write) => ({
      none: write.delete(enrolments).where(eq(enrolments.workspaceId, workspaceId)),
      start: write
        .update(campaignPlans)
        .set({ state: "starting", pausedBy: null, pausedReason: null })
        .where(eq(campaignPlans.workspaceId, workspaceId)),
      parts: write
        .update(campaigns)
        .set({ state: "running", planId: plan.id, pausedBy: null })
        .where(and(eq(campaigns.id, part.id), eq(campaigns.workspaceId, workspaceId))),
      second: write
        .insert(campaigns)
        .values({ ...part, id: "second", requestKey: "second", state: "running", planId: plan.id }),
    }));
    const both = (set: object) =>
      database().atomically((write) => ({
        parts: write
          .update(campaigns)
          .set(set)
          .where(and(eq(campaigns.planId, plan.id), eq(campaigns.workspaceId, workspaceId))),
      }));
    await change("campaignPlans", plan.id, { state: "started" });
    await change("campaigns", part.id, { state: "paused", pausedBy: "account" });
    await both({ state: "running", pausedBy: null });
    await database().atomically((write) => ({
      parts: write
        .update(campaigns)
        .set({ state: "paused", pausedBy: "person" })
        .where(and(eq(campaigns.planId, plan.id), eq(campaigns.workspaceId, workspaceId))),
      plan: write
        .update(campaignPlans)
        .set({ pausedBy: "person" })
        .where(and(eq(campaignPlans.id, plan.id), eq(campaignPlans.workspaceId, workspaceId))),
    }));
    await database().atomically((write) => ({
      parts: write
        .update(campaigns)
        .set({ state: "running", pausedBy: null })
        .where(and(eq(campaigns.planId, plan.id), eq(campaigns.workspaceId, workspaceId))),
      plan: write
        .update(campaignPlans)
        .set({ pausedBy: null })
        .where(and(eq(campaignPlans.id, plan.id), eq(campaignPlans.workspaceId, workspaceId))),
    }));
    await change("campaigns", part.id, { state: "finished" });
    await change("campaigns", "second", { state: "finished" });
    const types = (await happened()).map((line) => line.split(" ")[0]);
    expect(types).toEqual(["campaign.started", "campaign.paused", "campaign.finished"]);
    expect((await events()).map(({ row }) => row)).toEqual([null, null, null]);
  });
});

eachDatabase("the outbox of webhooks", (open) => {
  const database = emptyBeforeEach(open);
  const { store, filled, events, happened, change } = worldOf(database);

  test("has nothing that no active webhook wants, and nothing of a commit that is undone", async () => {
    await filled(["lead.created"]);
    await change("leads", `${workspaceId}-lead`, { firstName: "Grace" });
    const { leads } = database().tables;
    const [lead] = await database().read.select().from(leads).where(eq(leads.workspaceId, workspaceId));
    if (!lead) throw new Error("nothing was filled in");
    const add =
      (id: string) => (write: Parameters<Parameters<ReturnType<typeof database>["atomically"]>[0]>[0]) => ({
        added: write.insert(leads).values({ ...lead, id, email: `${id}@in.test`, fields: { plan: "gold" } }),
      });
    const undone = new Error("undone");
    await expect(
      database().atomically(add("l1"), () => {
        throw undone;
      }),
    ).rejects.toBe(undone);
    expect(await happened()).toEqual([]);
    await database().atomically(add("l2"));
    await store().pause(key, { why: reason("paused_by_person") });
    await database().atomically(add("l3"));
    await store().resume(key, ["lead.created"]);
    await database().atomically(add("l4"));
    expect(await happened()).toEqual(["lead.created l2", "lead.created l4"]);
    expect(JSON.parse((await events())[0]?.row ?? "")).toMatchObject({ id: "l2", fields: { plan: "gold" } });
  });
});

eachDatabase("the outbox of webhooks", (open) => {
  const database = emptyBeforeEach(open);
  const { outbox, filled, events, change } = worldOf(database);

  test("is sent by one process at a time, whose later words count for nothing, and only with a plan for it", async () => {
    await filled();
    await change("leads", `${workspaceId}-lead`, { firstName: "Grace" });
    const ready = (holder: string, now: number) => outbox().ready({ now, holder, statuses: ["AMFR"] });
    expect(await outbox().ready({ now: 1, holder: "a", statuses: ["AMPR"] })).toEqual([]);
    expect(await ready("a", 1)).toEqual([key]);
    const taken = await outbox().take(key, { now: 1, holder: "a", leaseUntil: 10 });
    expect(await outbox().take(key, { now: 5, holder: "b", leaseUntil: 15 })).toBeNull();
    expect(await ready("b", 5)).toEqual([]);
    const second = await outbox().take(key, { now: 11, holder: "b", leaseUntil: 21 });
    const tickets = [taken, second].map((row) => ({ ...key, lease: row?.lease ?? 0 }));
    const [event] = await events();
    const settle = (lease: number) =>
      outbox().settle({ ...key, lease }, [
        {
          eventId: event?.id ?? "",
          state: "delivered",
          dueAt: 1,
          triedAt: 5,
          tookMs: 1,
          status: 200,
          reason: null,
          answer: "",
        },
      ]);
    const states = async () =>
      (await createWebhookLogStore(database()).page({ ...key, before: null, sizeMax: 9 })).map(
        ({ state }) => state,
      );
    await settle(tickets[0]?.lease ?? 0);
    expect(await states()).toEqual(["waiting"]);
    expect(await outbox().extend(tickets[0] as never, { leaseUntil: 99, statuses: ["AMFR"] })).toBeNull();
    await settle(tickets[1]?.lease ?? 0);
    expect(await states()).toEqual(["delivered"]);
    expect(await ready("b", 30)).toEqual([]);
  });
});
