import { expect, test } from "bun:test";
import type { Database } from "../../db/database.ts";
import { createAccountDataStore } from "../../db/stores/accountData.ts";
import { eachDatabase, emptyBeforeEach } from "../support/databases.ts";
import { fillTables } from "../support/fillTables.ts";

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
      deliveries: 1,
      accounts: 1,
      suppressions: 1,
      sandboxMails: 1,
    });
    expect((await createAccountDataStore(database()).holdingsOf("nobody")).deliveries).toBe(0);
  });

  test("goes in one commit from every table, and another person's rows stay as they were", async () => {
    await fillTables(database(), "ada");
    await fillTables(database(), "eve");
    const before = await rowsNaming(database(), "ada");
    const { meta, ...filled } = before;
    // A table that is added later has to be filled here too, or it would be forgotten below.
    expect(Object.entries(filled).filter(([, count]) => count === 0)).toEqual([]);
    expect(meta).toBe(0);
    const eves = await rowsNaming(database(), "eve");

    expect(await createAccountDataStore(database()).removeAll("ada")).toEqual(["ada-session"]);
    const left = await rowsNaming(database(), "ada");
    // The public template's own id names its maker in this test only; the row itself no longer does.
    expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([["templates", 1]]);
    const { templates } = database().tables;
    const rows = await database().read.select().from(templates);
    expect(rows.find((row) => row.id === "ada-public")?.ownerId).toBe("");
    expect(await rowsNaming(database(), "eve")).toEqual(eves);
  });

  test("stops being sent, whatever was running or paused", async () => {
    await fillTables(database(), "ada");
    await fillTables(database(), "eve");
    expect(await createAccountDataStore(database()).stopSending({ ownerId: "ada", now: 9 })).toEqual([
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
