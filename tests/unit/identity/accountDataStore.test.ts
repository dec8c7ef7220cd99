import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createAccountDataStore } from "../../../db/stores/identity/accountData.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { fillTables } from "../../support/db/fillTables.ts";
import { removalJob } from "../../support/db/removalJob.ts";
import { campaignRow, planRow } from "../../support/smtp/sendingRows.ts";

/** How many rows of each table have this text anywhere in them. */
async function rowsNaming(database: Database, text: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(database.tables)) {
    const rows: unknown[] = await database.read.select().from(table as Database["tables"]["users"]);
    counts[name] = rows.filter((row) => JSON.stringify(row).includes(text)).length;
  }
  return counts;
}

eachDatabase("everything of one person", (open) => {
  const database = emptyBeforeEach(open);

  test("is counted, and nobody else's is", async () => {
    await fillTables(database(), "ada");
    await fillTables(database(), "eve");
    expect(await createAccountDataStore(database()).holdingsOf("ada")).toEqual({
      leads: 1,
      collections: 1,
      templates: 1,
      publicTemplates: 1,
      campaigns: 1,
      // One of a campaign, and one that a program asked for.
      deliveries: 2,
      accounts: 1,
      suppressions: 1,
      sandboxMails: 1,
    });
    expect((await createAccountDataStore(database()).holdingsOf("nobody")).deliveries).toBe(0);
  });

  test("is counted as campaigns as often as they are listed, however many parts each has", async () => {
    const { tables, atomically } = database();
    const part = (id: string) => campaignRow({ id, requestKey: id, planId: "p1" });
    await atomically((write) => ({
      plans: write.insert(tables.campaignPlans).values([planRow("p1"), planRow("gone", { deletedAt: 2 })]),
      parts: write.insert(tables.campaigns).values([part("c1"), part("c2"), part("c3")]),
    }));
    expect((await createAccountDataStore(database()).holdingsOf("ada")).campaigns).toBe(1);
  });

  test("is counted without looking at a single mail", async () => {
    await fillTables(database(), "ada");
    const { atomically, tables } = database();
    await atomically((write) => ({
      kept: write.update(tables.campaignCounts).set({ sent: 2_000_000, failed: 500 }),
    }));
    const [kept] = await database().read.select().from(tables.campaignCounts);
    const { deliveries } = await createAccountDataStore(database()).holdingsOf("ada");
    // The last is a mail that a program asked for.
    expect(deliveries).toBe(2_000_500 + (kept?.queued ?? 0) + (kept?.uncertain ?? 0) + 1);
  });

  test("goes from every table, and another person's rows stay as they were", async () => {
    const store = createAccountDataStore(database());
    await fillTables(database(), "ada");
    await fillTables(database(), "bob");
    // The installation's own, and of nobody.
    const { meta, rateWindows, turns, senders, ...filled } = await rowsNaming(database(), "ada");
    // A table that is added later has to be filled here too, or it would be forgotten below.
    expect(Object.entries(filled).filter(([, count]) => count === 0)).toEqual([]);
    expect({ meta, rateWindows, turns, senders }).toEqual({ meta: 0, rateWindows: 0, turns: 0, senders: 0 });
    const bobs = await rowsNaming(database(), "bob");

    const closed = { workspaceId: "ada", userId: "ada", jobs: [removalJob("ada")], allow: () => {} };
    expect(await store.close(closed)).toEqual(["ada-session"]);
    // From here on nobody can sign in as ada and nothing can be sent in her name.
    const left = await rowsNaming(database(), "ada");
    for (const name of ["users", "sessions", "passwordResets", "oauthStates", "credentials", "usage"])
      expect({ name, count: left[name] }).toEqual({ name, count: 0 });
    const jobs = createJobStore(database());
    expect(await jobs.count()).toBe(3);

    while ((await store.removeSome({ workspaceId: "ada", countMax: 1 })) > 0);
    await store.removeRest("ada");
    // What is left to be looked at again is the installation's, so it is there still.
    expect(await jobs.page({ beforeId: null, sizeMax: 9 })).toMatchObject([
      { id: "rest of ada", kind: "accountRemoval", workspaceId: "" },
      { workspaceId: "bob" },
    ]);
    const { jobs: _jobs, ...rest } = await rowsNaming(database(), "ada");
    // The public template's own id names its maker in this test only; the row itself no longer does.
    expect(Object.entries(rest).filter(([, count]) => count > 0)).toEqual([["templates", 1]]);
    const { templates } = database().tables;
    const rows = await database().read.select().from(templates);
    expect(rows.find((row) => row.id === "ada-public")?.workspaceId).toBe("");
    expect(await rowsNaming(database(), "bob")).toEqual(bobs);
  });
});

eachDatabase("a deletion", (open) => {
  const database = emptyBeforeEach(open);

  test("goes a batch at a time, no more of each long table than was asked", async () => {
    const store = createAccountDataStore(database());
    await fillTables(database(), "ada");
    const { leads } = database().tables;
    const [lead] = await database().read.select().from(leads);
    if (lead === undefined) throw new Error("there is no lead");
    const more = ["b", "c"].map((name) => ({ ...lead, id: `ada-${name}`, email: `${name}@example.com` }));
    await database().atomically((write) => ({ added: write.insert(leads).values(more) }));
    const steps: number[] = [];
    for (let gone = -1; gone !== 0; steps.push(gone)) {
      gone = await store.removeSome({ workspaceId: "ada", countMax: 2 });
    }
    // Two leads; and one mail, change of an import, mail of the sandbox, lead's last mail, campaign, request, and call with its mail.
    expect(steps).toEqual([2 + 8, 1, 0]);
    const {
      leads: leadsLeft,
      memberships,
      deliveries,
      campaigns,
      leadMails,
    } = await rowsNaming(database(), "ada");
    expect([leadsLeft, memberships, deliveries, campaigns, leadMails]).toEqual([0, 0, 0, 0, 0]);
  });

  test("first stops whatever is running or paused", async () => {
    await fillTables(database(), "ada");
    await fillTables(database(), "eve");
    expect(await createAccountDataStore(database()).stopSending({ workspaceId: "ada", now: 9 })).toEqual([
      "ada-account",
    ]);
    const { campaigns } = database().tables;
    const rows = await database().read.select().from(campaigns);
    expect(Object.fromEntries(rows.map((row) => [row.id, row.state]))).toEqual({
      "ada-campaign": "cancelled",
      "eve-campaign": "running",
    });
  });
});
