import { expect, test } from "bun:test";
import { searchLimits } from "../../../../contract/limits/leads.ts";
import type { Condition } from "../../../../contract/segments/question.ts";
import { frequentMails } from "../../../../db/segments/frequentMails.ts";
import { createFoundLeadStore } from "../../../../db/stores/leads/foundLeads.ts";
import { createLeadListStore } from "../../../../db/stores/leads/leadLists.ts";
import { scopeNamed } from "../../../support/leads/leadBook.ts";
import { onPostgres } from "../../../support/postgres/onPostgres.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";
import { until } from "../../../support/until.ts";

const leads = 6_000;
const pieces = 20;
const { workspaceId } = scopeNamed("ada");
const now = Date.UTC(2026, 10, 28);
const moment = { now, zone: "UTC" };
const dayMs = 86_400_000;

/** What is asked of each lead, how many it finds, and where the answer stands. */
const questions: [string, Condition, { found: number; table: string }][] = [
  [
    "not opened lately",
    { about: "opened", op: "notInLast", days: 30 },
    { found: 3_000, table: "deliveries" },
  ],
  ["opened lately", { about: "opened", op: "inLast", days: 30 }, { found: 3_000, table: "deliveries" }],
  [
    "a campaign that was not opened",
    { about: "opened", op: "never", campaign: "c1" },
    { found: 3_000, table: "deliveries" },
  ],
  ["never clicked", { about: "clicked", op: "never" }, { found: 3_000, table: "deliveries" }],
  ["not mailed lately", { about: "sent", op: "notInLast", days: 30 }, { found: 0, table: "leadMails" }],
  [
    "outside of a large collection",
    { about: "collections", op: "notIn", collections: ["half"] },
    { found: 3_000, table: "memberships" },
  ],
];

onPostgres("a question that is asked of many leads on PostgreSQL", (postgres) => {
  test.each(questions)(
    "reads for each piece of the leads what is theirs: %s",
    async (_, condition, { found, table }) => {
      const url = await postgres.copy();
      const database = await postgres.open(url);
      await database.atomically((write) => ({
        added: write
          .insert(database.tables.campaigns)
          .values(campaignRow({ id: "c1", workspaceId, requestKey: "once" })),
      }));
      for (const statement of rowsOfAll) await postgres.ask(url, statement);
      await postgres.ask(url, "VACUUM ANALYZE");
      const question = { match: "all" as const, of: [condition] };
      const frequent = await frequentMails(database, { workspaceId, questions: [question], moment }, 100);
      await postgres.ask(url, "SELECT pg_stat_reset()");

      const asked = { workspaceId, question, fields: [], moment, large: new Set(["half", ...frequent]) };
      const match = { workspaceId, words: [], collectionId: null, filter: null, asked };
      const first = { sort: "createdAt", order: "asc", offset: 0, countMax: 1 } as const;
      const lists = createLeadListStore(database, { ...searchLimits, countStride: leads / pieces });
      expect((await lists.page({ ...match, ...first })).total).toBe(found);
      const ids = await createFoundLeadStore(database).idsBeyond(asked, { beyond: null, countMax: leads });
      expect(ids).toHaveLength(found);

      // A connection that ends tells what it has read.
      await database.close();
      const read = async () => {
        const entries = `SELECT sum(idx_tup_read)::int FROM pg_stat_user_indexes WHERE relname = '${table}'`;
        const [row] = await postgres.ask<{ rows: number }>(
          url,
          `SELECT seq_tup_read::int + (${entries}) AS rows FROM pg_stat_user_tables WHERE relname = '${table}'`,
        );
        return row?.rows ?? 0;
      };
      await until(async () => (await read()) > 0);
      // The first page, the count and the list, and some that are looked at for a second time.
      expect(await read()).toBeLessThanOrEqual(5 * leads);
    },
    60_000,
  );
});

/** Each lead was mailed yesterday; every second opened and clicked it, and is in a collection. */
const sentAt = now - dayMs;
const rowsOfAll = [
  `INSERT INTO leads
    ("id", "workspaceId", "firstName", "lastName", "email", "phone", "searchText", "emailHash", "optout", "emailCount",
     "openedCount", "createdAt", "updatedAt")
  SELECT lpad(n::text, 8, '0'), '${workspaceId}', '', '', n || '@in.test', '', n || '@in.test', n::text, false, 1, n % 2, n, n
  FROM generate_series(1, ${leads}) n`,
  `INSERT INTO deliveries
    ("id", "campaignId", "workspaceId", "leadId", "email", "state", "attempts", "dueAt", "sentAt", "openedAt", "clickedAt")
  SELECT 'd' || id, 'c1', "workspaceId", id, email, 'sent', 1, 1, ${sentAt},
    CASE WHEN "openedCount" = 1 THEN ${sentAt + 1} END, CASE WHEN "openedCount" = 1 THEN ${sentAt + 2} END FROM leads`,
  `INSERT INTO "leadMails" ("workspaceId", "leadId", "lastSentAt") SELECT "workspaceId", id, ${sentAt} FROM leads`,
  `INSERT INTO memberships ("workspaceId", "collectionId", "leadId")
  SELECT "workspaceId", 'half', id FROM leads WHERE "openedCount" = 1`,
];
