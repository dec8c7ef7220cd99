import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { createCampaignStore } from "../../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { createSuppressionStore } from "../../../../db/stores/leads/suppressions.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { campaign, claimedMails, hashOf } from "../../../support/smtp/claimedMails.ts";

eachDatabase("mails that were claimed ahead", (open) => {
  const database = emptyBeforeEach(open);

  test("go out with what their leads say at the moment they go", async () => {
    const ready = await claimedMails(database());
    await ready.take(1);
    await database().atomically((write) => ({
      renamed: write.update(database().tables.leads).set({ firstName: "New" }),
    }));
    const { going } = await ready.take(1);
    expect(going[0]?.found.lead?.firstName).toBe("New");
  });

  test("do not go to whoever opted out, was suppressed or was deleted after the claim", async () => {
    const ready = await claimedMails(database());
    // The first look is at more than goes at once.
    expect((await ready.take(1)).going).toHaveLength(1);
    const { leads } = database().tables;
    const suppressions = createSuppressionStore(database());
    const who = { workspaceId: "ada", source: "recipient", now: 5 } as const;
    await suppressions.optOut({
      ...who,
      addresses: [{ email: "1@in.test", emailHash: hashOf("1@in.test") }],
    });
    await suppressions.suppress({ ...who, emailHashes: [hashOf("2@in.test"), hashOf("3@in.test")] });
    await database().atomically((write) => ({
      removed: write.delete(leads).where(and(eq(leads.id, "l4"), eq(leads.workspaceId, "ada"))),
    }));
    // One whose lead has another address by now is suppressed by the one that the mail goes to.
    await database().atomically((write) => ({
      moved: write
        .update(leads)
        .set({ email: "moved@in.test", emailHash: "moved" })
        .where(and(eq(leads.id, "l3"), eq(leads.workspaceId, "ada"))),
    }));
    const { going, settled, stopped } = await ready.take(9);
    expect(going.map(({ delivery }) => delivery.email)).toEqual(["5@in.test"]);
    expect(stopped.size).toBe(0);
    expect(settled.map((one) => [one.email, one.state, "reason" in one && one.reason.code])).toEqual([
      ["1@in.test", "skipped", "opted_out"],
      ["2@in.test", "skipped", "unsubscribed"],
      ["3@in.test", "skipped", "unsubscribed"],
      ["4@in.test", "skipped", "lead_deleted"],
    ]);
  });

  test("go back to the queue where their campaign was paused, by whichever process", async () => {
    const ready = await claimedMails(database());
    expect((await ready.take(1)).going).toHaveLength(1);
    const pause = { id: "campaign", from: ["running" as const], to: "paused" as const };
    await createCampaignStore(database()).changeState(pause);
    const { going, settled, stopped } = await ready.take(9);
    expect(going).toEqual([]);
    expect(stopped).toEqual(new Set([campaign]));
    await createLedger(database()).settleAndClaim(settled, null);
    expect(await createLedger(database()).countsOf("campaign")).toMatchObject({ sending: 1, queued: 5 });
  });

  test("stay where they are when it cannot be read whether they may go", async () => {
    const ledger = createLedger(database());
    let isBroken = true;
    const lookAt: typeof ledger.lookAt = (asked) =>
      isBroken ? Promise.reject(new Error("disk I/O error")) : ledger.lookAt(asked);
    const ready = await claimedMails(database(), { ...ledger, lookAt });
    await expect(ready.take(2)).rejects.toThrow("disk I/O error");
    isBroken = false;
    expect((await ready.take(9)).going).toHaveLength(6);
  });
});
