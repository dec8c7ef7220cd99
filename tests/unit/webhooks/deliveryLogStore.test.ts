import { expect, test } from "bun:test";
import { and, asc, eq } from "drizzle-orm";
import type { WebhookDeliveryState } from "../../../contract/schemas/webhookTypes.ts";
import { createWebhookLogStore } from "../../../db/stores/webhooks/deliveryLog.ts";
import { createWebhookStore } from "../../../db/stores/webhooks/webhooks.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const hook = { workspaceId: "w1", id: "hook" };
const other = { workspaceId: "w1", id: "other" };
const all = ["delivered", "given_up"] as const;

const spans: [from: number, to: number, countMax: number, states: readonly WebhookDeliveryState[], string][] =
  [
    [10, 20, 9, all, "first middle last"],
    // A moment has a thousand numbers.
    [11, 20, 9, all, "middle last"],
    [10, 19, 9, all, "first middle"],
    [10, 20, 2, all, "first middle"],
    [10, 20, 9, ["given_up"], "first last"],
    [10, 20, 9, ["delivered"], "middle"],
    [0, 99, 9, all, "before first middle last after"],
  ];

eachDatabase("what became of a webhook's events", (open) => {
  const database = emptyBeforeEach(open);
  const log = () => createWebhookLogStore(database());

  /** An event each, at a moment and so many microseconds behind it. */
  async function add(of: typeof hook, ...events: [id: string, at: number, state: WebhookDeliveryState][]) {
    const { webhookDeliveries } = database().tables;
    const rows = events.map(([eventId, at, state]) => ({
      webhookId: of.id,
      workspaceId: of.workspaceId,
      eventId,
      type: "lead.created" as const,
      subject: "lead",
      number: Math.round(at * 1000),
      state,
      attempts: 3,
      dueAt: 9,
    }));
    await database().atomically((write) => ({ added: write.insert(webhookDeliveries).values(rows) }));
  }

  async function waiting(of: typeof hook) {
    const { webhookDeliveries: table } = database().tables;
    const isOf = and(eq(table.webhookId, of.id), eq(table.workspaceId, of.workspaceId));
    const rows = await database().read.select().from(table).where(isOf).orderBy(asc(table.number));
    return rows.flatMap(({ eventId, state, attempts, dueAt }) =>
      state === "waiting" ? [`${eventId} ${attempts} ${dueAt}`] : [],
    );
  }

  test.each(spans)("from %p to %p, at most %p of %p, go again", async (from, to, countMax, states, ids) => {
    await add(
      hook,
      ["before", 9.999, "given_up"],
      ["first", 10, "given_up"],
      ["middle", 15, "delivered"],
      ["last", 20.999, "given_up"],
      ["after", 21, "delivered"],
    );
    await add(other, ["theirs", 15, "given_up"]);
    const again = ids.split(" ");
    expect(await log().redeliverSpan({ ...hook, from, to, states, countMax })).toBe(again.length);
    // With all their tries, and at once.
    expect(await waiting(hook)).toEqual(again.map((id) => `${id} 0 0`));
    expect(await waiting(other)).toEqual([]);
  });

  test("is told a page at a time, in either order, of one state or type", async () => {
    await add(hook, ["b", 2, "delivered"], ["a", 2, "given_up"], ["c", 1, "delivered"]);
    const page = async (query: Partial<Parameters<ReturnType<typeof log>["page"]>[0]>) =>
      (await log().page({ ...hook, before: null, sizeMax: 9, ...query })).map(({ eventId }) => eventId);
    expect(await page({})).toEqual(["b", "a", "c"]);
    expect(await page({ order: "asc" })).toEqual(["c", "a", "b"]);
    expect(await page({ sizeMax: 2 })).toEqual(["b", "a"]);
    expect(await page({ before: { number: 2_000, eventId: "b" } })).toEqual(["a", "c"]);
    expect(await page({ before: { number: 2_000, eventId: "a" }, order: "asc" })).toEqual(["b"]);
    expect(await page({ state: "delivered" })).toEqual(["b", "c"]);
    expect(await page({ type: "lead.updated" })).toEqual([]);
  });
});

eachDatabase("tests of a webhook", (open) => {
  const database = emptyBeforeEach(open);

  test("are not among what was given up and goes again, but for one that is named", async () => {
    const { webhookDeliveries } = database().tables;
    const shared = { webhookId: hook.id, workspaceId: hook.workspaceId, subject: "", attempts: 1, dueAt: 9 };
    const rows = [
      { eventId: "event", type: "lead.created" as const, number: 1, state: "given_up" as const },
      { eventId: "failed", type: "webhook.test" as const, number: 2, state: "given_up" as const },
      { eventId: "taken", type: "webhook.test" as const, number: 3, state: "delivered" as const },
    ].map((row) => ({ ...shared, ...row }));
    await database().atomically((write) => ({ added: write.insert(webhookDeliveries).values(rows) }));
    const webhooks = createWebhookStore(database());
    expect(await webhooks.countOf(hook, { state: "given_up", countMax: 9 })).toBe(1);
    const log = createWebhookLogStore(database());
    expect(await log.redeliverSpan({ ...hook, from: 0, to: 9, states: all, countMax: 9 })).toBe(1);
    expect(await webhooks.countOf(hook, { state: "waiting", countMax: 9 })).toBe(1);
    expect(await log.redeliver({ ...hook, eventId: "failed" })).toBe(true);
  });
});

eachDatabase("events of webhooks that expire one after the other", (open) => {
  const database = emptyBeforeEach(open);

  test("go together with their outcomes, also those that expire while older ones are thrown away", async () => {
    const { webhookEvents, webhookDeliveries } = database().tables;
    const { workspaceId, id: webhookId } = hook;
    const [count, batch, firstMs] = [4_000, 1_000, 1_000_000];
    const event = (n: number) => {
      const shared = { workspaceId, type: "delivery.sent" as const, subject: "s" };
      return { ...shared, number: firstMs * 1000 + 25 * n };
    };
    for (let at = 0; at < count; at += batch) {
      const numbers = Array.from({ length: batch }, (_, n) => at + n);
      const told = { webhookId, state: "delivered" as const, attempts: 1, dueAt: 1 };
      await database().atomically((write) => ({
        events: write.insert(webhookEvents).values(numbers.map((n) => ({ id: `e${n}`, ...event(n) }))),
        outcomes: write
          .insert(webhookDeliveries)
          .values(numbers.map((n) => ({ eventId: `e${n}`, ...event(n), ...told }))),
      }));
    }
    const left = async () => ({
      events: await database().read.$count(webhookEvents),
      outcomes: await database().read.$count(webhookDeliveries),
    });
    const log = createWebhookLogStore(database());
    // From now on forty expire in each millisecond.
    const keptMs = Date.now() - firstMs;
    while ((await left()).events > 0) {
      await log.forget({ keptMs, countMax: count });
      expect(await left()).toMatchObject({ outcomes: (await left()).events });
    }
    expect(await left()).toEqual({ events: 0, outcomes: 0 });
  });
});
