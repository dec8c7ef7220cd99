import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../../db/database.ts";
import { sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

type Delivery = Database["tables"]["deliveries"]["$inferInsert"];

const [hour, day] = [60, 24 * 60];
const steps = [
  stepOf("one"),
  stepOf("two", { delayMinutes: day }),
  stepOf("three", { delayMinutes: 5 * hour }),
];

async function addField({ tables, atomically }: Database, id: string, label: string): Promise<void> {
  const field = { id, workspaceId, key: id, label, kind: "text" as const, choices: [] };
  await atomically((write) => ({
    field: write.insert(tables.customFields).values({ ...field, position: 0, createdAt: 1 }),
  }));
}

function countsOf({ read, tables: { campaignCounts } }: Database, campaignId = "") {
  const isIt = and(eq(campaignCounts.campaignId, campaignId), eq(campaignCounts.workspaceId, workspaceId));
  return read.select().from(campaignCounts).where(isIt);
}

eachDatabase("a mail of a sequence that waits for its turn", (open) => {
  const database = emptyBeforeEach(open);

  async function setMail(leadId: string, from: "sent" | "queued", set: Partial<Delivery>) {
    const { deliveries } = database().tables;
    const isIt = and(eq(deliveries.leadId, leadId), eq(deliveries.state, from));
    await database().atomically((write) => ({
      set: write
        .update(deliveries)
        .set(set)
        .where(and(isIt, eq(deliveries.workspaceId, workspaceId))),
    }));
  }

  async function skipped() {
    const { deliveries } = database().tables;
    const { leadId, reasonCode: code, reasonParams: params } = deliveries;
    const isSkipped = and(eq(deliveries.state, "skipped"), eq(deliveries.workspaceId, workspaceId));
    const rows = await database().read.select({ leadId, code, params }).from(deliveries).where(isSkipped);
    return rows.toSorted((a, b) => (a.leadId < b.leadId ? -1 : 1));
  }

  test("does not go to whom the sequence ends for meanwhile, unless it is on its way, and says why", async () => {
    const stop = { onClick: true, onReply: false, onLeaving: false, onField: "f1" };
    const world = await sequenceWorld(database(), { steps, stop });
    await addField(database(), "f1", "Bought at");
    const leads = await world.addLeads(6);
    const [clicked = "", filled = "", out = "", leaving = "", deferred = "", stays = ""] = leads;
    await world.join(...leads);
    await world.work();
    await world.settle();
    world.pass(day + 1);
    await world.work();
    // The second one of each is written down now, and waits for room or for its hours.
    await setMail(leaving, "queued", { state: "sending" });
    await setMail(deferred, "queued", { state: "deferred" });
    for (const id of [clicked, leaving, deferred]) await setMail(id, "sent", { clickedAt: world.now });
    await world.change(filled, { fields: { f1: "yes" } });
    await world.change(out, { optout: true });
    world.told.length = 0;
    for (let looks = 0; looks < 4; looks++) {
      world.pass(hour);
      await world.work();
    }
    const states = (await world.mails()).flatMap(({ step, leadId, state }) =>
      step === 1 ? [`${leads.indexOf(leadId)} ${state}`] : [],
    );
    expect(states).toEqual(["0 skipped", "1 skipped", "2 skipped", "3 sending", "4 skipped", "5 queued"]);
    const ends = await Promise.all(leads.map(async (id) => (await world.enrolment(id)).endedCode));
    expect(ends).toEqual([
      "stopped_by_click",
      "stopped_by_field",
      "opted_out",
      "stopped_by_click",
      "stopped_by_click",
      null,
    ] as never);
    expect(await skipped()).toEqual([
      { leadId: clicked, code: "stopped_by_click", params: null },
      { leadId: filled, code: "stopped_by_field", params: { field: "Bought at" } },
      { leadId: out, code: "opted_out", params: null },
      { leadId: deferred, code: "stopped_by_click", params: null },
    ]);
    const part = (await world.parts()).find(({ step }) => step === 1);
    expect(await countsOf(database(), part?.id)).toMatchObject([{ skipped: 4, queued: 1, sending: 1 }]);
    // Whoever sends counts anew.
    expect(world.told).toContainEqual({ kind: "reread", campaignId: part?.id ?? "", workspaceId });
    await world.settle("sent", stays);
    await world.live(6 * hour);
    expect((await world.mails()).filter(({ step }) => step === 2).map(({ leadId }) => leadId)).toEqual([
      stays,
    ]);
  });
});
