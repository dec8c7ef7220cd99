import { expect, test } from "bun:test";
import { createCampaignStore, preparing } from "../../../db/stores/campaigns/campaigns.ts";
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
});
