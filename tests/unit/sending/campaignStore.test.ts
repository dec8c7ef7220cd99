import { expect, test } from "bun:test";
import { createCampaignStore, preparing } from "../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createPlanStartStore, StartLost } from "../../../db/stores/campaigns/plans/planStarts.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

eachDatabase("campaigns", (open) => {
  const database = emptyBeforeEach(open);

  test("whose ledger is still being written are shown to nobody, whatever asks, and found by a start", async () => {
    const campaigns = createCampaignStore(database());
    const add = (id: string) =>
      campaigns.addUnlessKnown({ ...campaignRow({ id, requestKey: id }), state: preparing, html: "" });
    await add("accepted");
    await add("half");
    const accepted = await campaigns.changeState({ id: "accepted", from: [preparing], to: "running" });
    expect(accepted).toMatchObject({ id: "accepted", state: "running" });
    const ofAda = { workspaceId: "ada", countMax: 10 };
    const current = await campaigns.currentOf({ ...ofAda, finishedSince: 0 });
    expect(current.map(({ campaign }) => campaign.id)).toEqual(["accepted"]);
    expect(await campaigns.ownedBy({ workspaceId: "ada", id: "half" })).toBeNull();
    const half = { workspaceId: "ada", campaignId: "half" };
    const begunAt = campaignRow({ id: "half" }).createdAt;
    expect(await campaigns.inPreparation(begunAt)).toEqual([]);
    expect(await campaigns.inPreparation(begunAt + 1)).toEqual([half]);
  });

  test("take no more mails once somebody has begun to clear them away", async () => {
    const campaigns = createCampaignStore(database());
    const starts = createPlanStartStore(database());
    const row = campaignRow({ id: "half" });
    await campaigns.addUnlessKnown({ ...row, state: preparing, html: "" });
    const mailTo = (nth: number) => ({
      id: `d${nth}`,
      campaignId: "half",
      workspaceId: "ada",
      leadId: `l${nth}`,
      email: `${nth}@in.test`,
      state: "queued" as const,
      attempts: 0,
      dueAt: 1,
    });
    const write = (nth: number) =>
      starts.write({ workspaceId: "ada", partIds: ["half"], deliveries: [mailTo(nth)], enrolments: [] });
    await write(1);
    const turn = async () => {};
    const { campaigns: table, deliveries } = database().tables;
    // As it stands behind the first commit of that.
    await database().atomically((to) => ({ ended: to.update(table).set({ finishedAt: 1 }) }));
    await expect(write(2)).rejects.toThrow(StartLost);
    await createLedger(database()).removeAllOf({ workspaceId: "ada", campaignId: "half" }, { turn });
    await expect(write(3)).rejects.toThrow(StartLost);
    expect(await database().read.select().from(deliveries)).toEqual([]);
  });
});
