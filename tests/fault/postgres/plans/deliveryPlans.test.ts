import { expect, test } from "bun:test";
import { createDeliveryListStore } from "../../../../db/stores/campaigns/plans/deliveryLists.ts";
import { scopeNamed } from "../../../support/leads/leadBook.ts";
import { onPostgres } from "../../../support/postgres/onPostgres.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";
import { until } from "../../../support/until.ts";

const campaigns = 20;
const mailsOfEach = 1_000;
const listed = 50;
const { workspaceId } = scopeNamed("ada");

/** So many ids from one on, or back. */
const run = (from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, at) => from + step * at);
const mailId = (number: number) => String(number).padStart(8, "0");

type Page = { order: "asc" | "desc"; afterId: string | null; ids: number[] };

/** Of the eleventh and the thirteenth campaign: at the beginning, and where the first of them ends. */
const pages: [string, Page][] = [
  ["the oldest", { order: "asc", afterId: null, ids: run(10_001, listed) }],
  ["the newest", { order: "desc", afterId: null, ids: run(13_000, listed, -1) }],
  [
    "from one part into the next",
    { order: "asc", afterId: mailId(10_980), ids: [...run(10_981, 20), ...run(12_001, 30)] },
  ],
  [
    "and back",
    { order: "desc", afterId: mailId(12_021), ids: [...run(12_020, 20, -1), ...run(11_000, 30, -1)] },
  ],
];

onPostgres("the mails of a campaign on PostgreSQL", (postgres) => {
  test.each(pages)(
    "are read without those of other campaigns, of several parts at once, too: %s",
    async (_, { order, afterId, ids }) => {
      const url = await postgres.copy();
      const database = await postgres.open(url);
      const rows = Array.from({ length: campaigns }, (_, nth) =>
        campaignRow({ id: `c${nth}`, workspaceId, requestKey: `once ${nth}` }),
      );
      await database.atomically((write) => ({
        added: write.insert(database.tables.campaigns).values(rows),
      }));
      await postgres.ask(url, mailsOfAll);
      await postgres.ask(url, "ANALYZE");
      await postgres.ask(url, "SELECT pg_stat_reset()");
      const page = await createDeliveryListStore(database).pageOf({
        workspaceId,
        campaignIds: ["c10", "c12"],
        order,
        sizeMax: listed,
        afterId,
        state: null,
        reaction: null,
        code: null,
        search: null,
      });
      expect(page.map(({ id }) => Number(id))).toEqual(ids);
      // A connection that ends tells what it has read.
      await database.close();
      const read = async () => {
        const counts = "SELECT seq_tup_read + idx_tup_fetch AS mails FROM pg_stat_user_tables";
        const [row] = await postgres.ask<{ mails: number }>(url, `${counts} WHERE relname = 'deliveries'`);
        return row?.mails ?? 0;
      };
      await until(async () => (await read()) > 0);
      expect(await read()).toBeLessThanOrEqual(3 * listed);
    },
    60_000,
  );
});

/** Ids grow with time, so those of a campaign stand together. */
const mailsOfAll = `INSERT INTO deliveries
    ("id", "campaignId", "workspaceId", "leadId", "email", "state", "attempts", "dueAt", "sentAt")
  SELECT lpad(n::text, 8, '0'), 'c' || (n - 1) / ${mailsOfEach}, '${workspaceId}', 'lead' || n, n || '@in.test', 'sent', 1, 1, 1
  FROM generate_series(1, ${campaigns * mailsOfEach}) n`;
