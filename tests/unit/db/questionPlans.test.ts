import { expect, test } from "bun:test";
import { searchLimits } from "../../../contract/limits/leads.ts";
import type { Condition } from "../../../contract/segments/question.ts";
import type { Database } from "../../../db/database.ts";
import { happenedKey } from "../../../db/segments/activitySql.ts";
import { frequentMails } from "../../../db/segments/frequentMails.ts";
import type { AskedQuestion } from "../../../db/segments/questionSql.ts";
import { createPlanAudienceStore } from "../../../db/stores/campaigns/plans/planAudience.ts";
import { createLeadListStore } from "../../../db/stores/leads/leadLists.ts";
import { sqlitePlans } from "../../support/db/sqlitePlans.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { leadRow } from "../../support/smtp/sendingRows.ts";

const { workspaceId } = scopeNamed("ada");
const moment = { now: Date.UTC(2026, 10, 28), zone: "UTC" };
/** Everything that is asked of mails, as if it had happened to many. */
const everything = { has: () => true } as unknown as ReadonlySet<string>;

function asked(condition: Condition, large: ReadonlySet<string> = everything): AskedQuestion {
  return { workspaceId, question: { match: "all", of: [condition] }, fields: [], moment, large };
}

/** Everybody who asks: a count, a page, the audience of a campaign and its start. */
async function ask(database: Database, question: AskedQuestion): Promise<void> {
  // So many that there are pieces with leads before and behind them.
  const ids = ["a", "b", "c", "d", "e"];
  const leads = ids.map((id) =>
    leadRow(id, `${id}@in.test`, { workspaceId, firstName: id, searchText: id, emailHash: id }),
  );
  await database.atomically((write) => ({ leads: write.insert(database.tables.leads).values(leads) }));
  const match = { workspaceId, words: [], collectionId: null, filter: null, asked: question };
  const order = { sort: "createdAt" as const, order: "desc" as const, offset: 0, countMax: 50 };
  await createLeadListStore(database, { ...searchLimits, countStride: 2 }).page({ ...match, ...order });
  const audience = { everyone: false, collections: [], leads: [], after: null };
  const meant = { workspaceId, audience, segments: [question], rules: [] };
  await createPlanAudienceStore(database, 2).counts(meant);
  await Array.fromAsync(createPlanAudienceStore(database, 2).slices(meant));
}

const byLead: Record<string, [Condition, string, string]> = {
  "sent in the last days": [
    { about: "sent", op: "inLast", days: 30 },
    "leadMails",
    "PRIMARY KEY (workspaceId=? AND leadId=?)",
  ],
  "not sent in the last days": [
    { about: "sent", op: "notInLast", days: 30 },
    "leadMails",
    "PRIMARY KEY (workspaceId=? AND leadId=?)",
  ],
  "not opened in the last days": [
    { about: "opened", op: "notInLast", days: 30 },
    "deliveries",
    "INDEX deliveries_opened_lead (workspaceId=? AND leadId=? AND openedAt>?)",
  ],
  "never clicked": [
    { about: "clicked", op: "never" },
    "deliveries",
    "INDEX deliveries_clicked_lead_at (workspaceId=? AND leadId=? AND clickedAt>?)",
  ],
  "ever clicked": [
    { about: "clicked", op: "ever" },
    "deliveries",
    "INDEX deliveries_clicked_lead_at (workspaceId=? AND leadId=? AND clickedAt>?)",
  ],
  "clicked in the last days": [
    { about: "clicked", op: "inLast", days: 30 },
    "deliveries",
    "INDEX deliveries_clicked_lead_at (workspaceId=? AND leadId=? AND clickedAt>?)",
  ],
  "in a collection": [
    { about: "collections", op: "in", collections: ["spring"] },
    "memberships",
    "PRIMARY KEY (workspaceId=? AND collectionId=? AND leadId=?)",
  ],
  "a campaign was sent": [
    { about: "sent", op: "ever", campaign: "m" },
    "deliveries",
    "INDEX deliveries_campaign_lead (campaignId=? AND leadId=?)",
  ],
  "a campaign was not opened": [
    { about: "opened", op: "never", campaign: "m" },
    "deliveries",
    "INDEX deliveries_campaign_lead (campaignId=? AND leadId=?)",
  ],
};

test.each(Object.entries(byLead))(
  "%s, where it was for many, is asked of each lead and gathered from no mails",
  async (_, [condition, table, by]) => {
    const plans = await sqlitePlans((database) => ask(database, asked(condition)));
    const lines = plans.flat().filter((line) => line.split(" ")[1] === table);
    // What is noted and not counted yet is looked up by its id.
    const found = lines.filter((line) => !line.includes("sqlite_autoindex_deliveries_1 (id=?)"));
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const line of found)
      expect(line.replace(/ EXISTS| COVERING/g, "")).toBe(`SEARCH ${table} USING ${by}`);
  },
);

test("of one campaign its own mails are counted and gathered, and not all that the workspace ever opened", async () => {
  const condition = { about: "opened", op: "ever", campaign: "m" } as const;
  const plans = await sqlitePlans(async (database) => {
    const questions = [asked(condition).question];
    expect(await frequentMails(database, { workspaceId, questions, moment })).toEqual([]);
    await ask(database, asked(condition, new Set()));
  });
  const ofMails = plans.flat().filter((line) => line.split(" ")[1] === "deliveries");
  expect(ofMails.length).toBeGreaterThan(3);
  for (const line of ofMails) expect(line).toMatch(/ INDEX deliveries_(campaign_)?opened \(campaignId=\?\)$/);
  for (const line of plans.flat().filter((line) => line.split(" ")[1] === "campaigns"))
    expect(line).toMatch(/INDEX (campaigns_plan \(planId=\?\)|sqlite_autoindex_campaigns_1 \(id=\?\))$/);
});

test("no more mails are counted than decide whether their leads are gathered", async () => {
  const condition = { about: "sent", op: "inLast", days: 30 } as const;
  const since = Date.UTC(2026, 9, 29);
  await sqlitePlans(async (database) => {
    const { tables } = database;
    const mails = ["a", "b", "c"].map((id) => ({
      id,
      campaignId: "m",
      workspaceId,
      leadId: `lead ${id}`,
      email: "a@in.test",
      state: "sent" as const,
      attempts: 1,
      dueAt: 1,
      sentAt: since,
    }));
    await database.atomically((write) => ({ mails: write.insert(tables.deliveries).values(mails) }));
    const questions = [asked(condition).question];
    const keyed = happenedKey({ about: "sent", since });
    expect(await frequentMails(database, { workspaceId, questions, moment }, 2)).toEqual([keyed]);
    expect(await frequentMails(database, { workspaceId, questions, moment }, 3)).toEqual([]);
  });
});
