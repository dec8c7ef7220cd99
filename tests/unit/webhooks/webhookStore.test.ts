import { expect, test } from "bun:test";
import { and, asc, eq } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { createWebhookStore } from "../../../db/stores/webhooks/webhooks.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const hook = { workspaceId: "w1", id: "hook" };
const other = { workspaceId: "w1", id: "other" };
const strange = { workspaceId: "w2", id: "strange" };
const everyone = [hook, other, strange];

const added = (of: typeof hook) => ({
  ...of,
  name: of.id,
  url: "https://hooks.test/",
  types: ["lead.created" as const],
  secret: "s0",
  formerSecret: null,
  formerUntil: null,
  state: "active" as const,
  pausedReason: null,
  createdAt: 1,
});

function worldOf(database: () => Database) {
  const rows = async ({ workspaceId, id }: typeof hook) => {
    const { webhookDeliveries: table } = database().tables;
    const isOf = and(eq(table.workspaceId, workspaceId), eq(table.webhookId, id));
    return database().read.select().from(table).where(isOf).orderBy(asc(table.number), asc(table.eventId));
  };
  return {
    async addLead(workspaceId: string, id: string): Promise<void> {
      const { leads } = database().tables;
      const texts = { firstName: "Ann", lastName: "Lee", email: `${id}@in.test`, phone: "", searchText: "" };
      const counts = { emailHash: "", optout: false, emailCount: 0, openedCount: 0 };
      const row = { id, workspaceId, ...texts, ...counts, createdAt: 1, updatedAt: 1 };
      await database().atomically((write) => ({ added: write.insert(leads).values(row) }));
    },

    /** Each delivery waits for its third try, but for the first of each webhook, which arrived. */
    async tried(of: typeof hook): Promise<void> {
      const { webhookDeliveries: table } = database().tables;
      const [first] = await rows(of);
      const isOf = and(eq(table.workspaceId, of.workspaceId), eq(table.webhookId, of.id));
      await database().atomically((write) => ({
        tried: write.update(table).set({ attempts: 2, dueAt: 7 }).where(isOf),
        arrived: write
          .update(table)
          .set({ state: "delivered" })
          .where(and(isOf, eq(table.eventId, first?.eventId ?? ""))),
      }));
    },

    deliveries: async (of: typeof hook) =>
      (await rows(of)).map(({ state, attempts, dueAt }) => `${state} ${attempts} ${dueAt}`),
  };
}

/** A new secret at each of these moments, each of which signs for seven milliseconds more. */
async function rotatedAt(store: ReturnType<typeof createWebhookStore>, moments: readonly number[]) {
  const rotated: unknown[] = [];
  for (const [index, now] of moments.entries())
    rotated.push(await store.rotate(hook, { secret: `s${index}`, formerUntil: now + 7, now }));
  return rotated;
}

eachDatabase("webhooks", (open) => {
  const database = emptyBeforeEach(open);
  const { addLead, tried, deliveries } = worldOf(database);
  const store = () => createWebhookStore(database());
  const others = () => Promise.all([other, strange].map((of) => store().one(of)));
  const add = async () => {
    for (const of of everyone) await store().add(added(of), () => {});
  };

  test("are changed only as they were read, where that is said, and nothing is written else", async () => {
    await add();
    const was = { types: ["lead.created" as const] };
    expect(await store().change(hook, { types: ["lead.updated"], known: was })).not.toBeNull();
    await expect(store().change(hook, { types: ["lead.opted_out"], known: was })).rejects.toMatchObject({
      reason: { code: "changed_meanwhile", params: { fields: ["types"] } },
    });
    await addLead("w1", "l1");
    // What it wants is as the first change said.
    expect((await store().one(hook))?.types).toEqual(["lead.updated"]);
    expect(await deliveries(hook)).toEqual([]);
    const renamed = await store().change(hook, { name: "Till", known: { name: "hook" } });
    expect(renamed?.name).toBe("Till");
  });

  test("are counted, listed, changed and rotated for themselves, and a workspace's alone", async () => {
    const counts: number[] = [];
    for (const of of everyone) await store().add(added(of), (count) => counts.push(count));
    expect(counts).toEqual([1, 2, 1]);
    expect(await store().ownedBy("w1")).toMatchObject([{ id: "hook" }, { id: "other" }]);
    const before = await others();
    expect(await store().change(hook, { name: "Ours", types: ["lead.updated"] })).toMatchObject({
      id: "hook",
      name: "Ours",
      types: ["lead.updated"],
    });
    // Of two rotations at once either answers a secret that signs.
    expect(await rotatedAt(store(), [1, 8, 8])).toMatchObject([
      { id: "hook" },
      { secret: "s1", formerSecret: "s0", formerUntil: 15 },
      { secret: "s2", formerSecret: "s1 s0", formerUntil: 15 },
    ]);
    expect(await others()).toEqual(before);
    await addLead("w1", "lead1");
    expect([await deliveries(hook), (await deliveries(other)).length]).toEqual([[], 1]);
    for (const of of [
      { ...hook, workspaceId: "w2" },
      { ...hook, id: "none" },
    ]) {
      expect(await store().change(of, { name: "Mine" })).toBeNull();
      expect(await store().rotate(of, { secret: "s4", formerUntil: 9, now: 8 })).toBeNull();
      expect(await store().remove(of)).toBe(false);
    }
  });

  test("are each paused, resumed and removed with what waits for them, and nothing of the others", async () => {
    await add();
    for (const id of ["lead1", "lead2"]) await addLead("w1", id);
    await addLead("w2", "lead3");
    const before = await others();
    const why = reason("paused_by_person");
    expect(await store().pause(hook, { why })).toMatchObject({ id: "hook", state: "paused" });
    expect(await store().pause(hook, { why })).toBeNull();
    await addLead("w1", "lead4");
    for (const of of everyone) await tried(of);
    expect(await store().resume(hook, ["lead.created"])).toMatchObject({ id: "hook", state: "active" });
    // What waits goes at once; what happened while it was paused was not noted for it.
    expect(await deliveries(hook)).toEqual(["delivered 2 7", "waiting 0 0"]);
    expect(await deliveries(other)).toEqual(["delivered 2 7", "waiting 2 7", "waiting 2 7"]);
    expect(await store().countOf(other, { state: "waiting", countMax: 9 })).toBe(2);
    expect(await store().countOf(other, { state: "waiting", countMax: 1 })).toBe(1);
    expect([await store().remove(hook), await store().remove(hook)]).toEqual([true, false]);
    expect(await store().removeLog(hook, 1)).toBe(true);
    expect(await deliveries(hook)).toHaveLength(1);
    while (await store().removeLog(hook, 1));
    await addLead("w1", "lead5");
    const left = await Promise.all(everyone.map(async (of) => (await deliveries(of)).length));
    expect(left).toEqual([0, 4, 1]);
    expect(await others()).toEqual(before);
  });
});
