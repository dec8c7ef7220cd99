import { expect, test } from "bun:test";
import type { Scope } from "../../../../contract/identity/scope.ts";
import { createSequenceLeads } from "../../../../server/campaigns/sequences/sequenceLeads.ts";
import { planId, sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const day = 24 * 60;

eachDatabase("where leads of a sequence stand", (open) => {
  const database = emptyBeforeEach(open);

  test("each says where it stands, when it goes on, and why it ended", async () => {
    const steps = [stepOf("one"), stepOf("two", { delayMinutes: day })];
    const world = await sequenceWorld(database(), { steps });
    const [kept = "", gone = ""] = await world.addLeads(2);
    await world.join(kept, gone);
    const key = { workspaceId, userId: workspaceId, role: "owner", id: planId } as unknown as Scope & {
      id: string;
    };
    const leads = createSequenceLeads(world.core);
    const states = async () => (await leads.page(key, {})).items.map(({ step, state }) => [step, state]);

    const waiting: [null, "waiting"] = [null, "waiting"];
    expect(await states()).toEqual([waiting, waiting]);

    await world.work();
    expect((await leads.page(key, {})).items).toMatchObject([
      { leadId: kept, email: `${kept}@in.test`, step: 0, state: "sending", dueAt: null, cause: null },
      { leadId: gone, step: 0, state: "sending" },
    ]);

    const sentAt = world.now;
    await world.settle();
    const { items } = await leads.page(key, { search: kept });
    expect(items).toMatchObject([{ leadId: kept, state: "answering", dueAt: sentAt + day * 60_000 }]);

    await world.change(gone, { optout: true });
    await world.live(2 * day);
    const ended = await leads.page(key, { ended: "true", step: 0 });
    expect(ended.items).toMatchObject([{ leadId: gone, state: "ended", cause: { code: "opted_out" } }]);
    expect(ended.items[0]?.reason).toBeString();
    const first = await leads.page(key, { pageSize: 1 });
    expect(first.next).toBe(kept);
    expect((await leads.page(key, { after: kept })).items).toMatchObject([{ leadId: gone }]);
  });
});
