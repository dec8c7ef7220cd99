import { expect, test } from "bun:test";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../../../db/database.ts";
import { createCampaignStore } from "../../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { createSuppressionStore } from "../../../../db/stores/leads/suppressions.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { campaign, claimedMails, hashOf } from "../../../support/smtp/claimedMails.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";

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

eachDatabase("mails that were claimed ahead of many others", (open) => {
  const database = emptyBeforeEach(open);

  test("are looked at ahead for as long as nothing is written, and only a few where something is all the time", async () => {
    const ledger = createLedger(database());
    const asked: number[] = [];
    let state = 0;
    const ready = await claimedMails(
      database(),
      {
        ...ledger,
        state: () => String(state),
        lookAt: (of) => {
          asked.push(of.ids.length);
          return ledger.lookAt(of);
        },
      },
      100,
    );
    const takes = async (count: number, isWritten: boolean) => {
      asked.length = 0;
      for (let nth = 0; nth < count; nth += 1) {
        state += isWritten ? 1 : 0;
        expect((await ready.take(1)).going).toHaveLength(1);
      }
      return [...asked];
    };
    expect(await takes(6, true)).toEqual([32, 16, 8, 4, 2, 2]);
    // The second of the last two is known, and so are the three behind the next look.
    expect(await takes(6, false)).toEqual([4, 32]);
  });
});

eachDatabase("mails that were claimed beside those of another campaign that runs", (open) => {
  const database = emptyBeforeEach(open);

  /** Which of them go, after something has changed. */
  async function goingAfter(change: (database: Database) => Promise<unknown>): Promise<string[]> {
    const ready = await claimedMails(database());
    const { campaigns } = database().tables;
    await database().atomically((write) => ({
      beside: write.insert(campaigns).values(campaignRow({ id: "beside", requestKey: "beside" })),
    }));
    await change(database());
    return (await ready.take(9)).going.map(({ delivery }) => delivery.id);
  }

  test("go once each, and only while their own campaign runs", async () => {
    expect(await goingAfter(async () => {})).toEqual(["d0", "d1", "d2", "d3", "d4", "d5"]);
  });

  test("stay where their own campaign was paused", async () => {
    const pause = { id: "campaign", from: ["running" as const], to: "paused" as const };
    expect(await goingAfter((own) => createCampaignStore(own).changeState(pause))).toEqual([]);
  });

  test("stay where their campaign goes out through another account by now", async () => {
    const change = (own: Database) =>
      own.atomically((write) => ({
        moved: write
          .update(own.tables.campaigns)
          .set({ credentialId: "another" })
          .where(eq(own.tables.campaigns.id, "campaign")),
      }));
    expect(await goingAfter(change)).toEqual([]);
  });

  test("stay where somebody else has put them back in the queue", async () => {
    const change = (own: Database) =>
      own.atomically((write) => ({
        back: write
          .update(own.tables.deliveries)
          .set({ state: "queued" })
          .where(inArray(own.tables.deliveries.id, ["d1", "d2", "d3", "d4", "d5"])),
      }));
    expect(await goingAfter(change)).toEqual(["d0"]);
  });

  test("go by what is said in their own workspace and of their own leads' addresses", async () => {
    const ready = await claimedMails(database());
    const { bouncedAddresses } = database().tables;
    const back = { at: 1, count: 1, forGoodAt: 1, words: "550" };
    const suppressions = createSuppressionStore(database());
    const hashes = [0, 1, 2].map((n) => hashOf(`${n}@in.test`));
    await suppressions.suppress({ workspaceId: "bob", emailHashes: hashes, source: "recipient", now: 1 });
    await database().atomically((write) => ({
      returned: write.insert(bouncedAddresses).values([
        { ...back, workspaceId: "bob", emailHash: hashOf("0@in.test") },
        { ...back, workspaceId: "ada", emailHash: hashOf("somebody@in.test") },
        { ...back, workspaceId: "ada", emailHash: hashOf("5@in.test") },
      ]),
    }));
    const { going, settled } = await ready.take(9);
    expect(going.map(({ delivery }) => delivery.id)).toEqual(["d0", "d1", "d2", "d3", "d4"]);
    expect(settled).toMatchObject([{ id: "d5", state: "skipped", reason: { code: "address_bounced" } }]);
  });
});
