import { expect, test } from "bun:test";
import { createDeliveryListStore } from "../../../db/stores/campaigns/plans/deliveryLists.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";
import { until } from "../../support/until.ts";

const campaigns = 20;
const mailsOfEach = 1_000;
const listed = 50;
const { workspaceId } = scopeNamed("ada");

onPostgres("the mails of a campaign on PostgreSQL", (postgres) => {
  for (const order of ["asc", "desc"] as const)
    test(`are read without those of other campaigns, of several parts at once, too, ${order}`, async () => {
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
        ...{ workspaceId, campaignIds: ["c10", "c12"], order, sizeMax: listed, afterId: null },
        ...{ state: null, reaction: null, code: null, search: null },
      });
      const first = order === "asc" ? 10 * mailsOfEach + 1 : 13 * mailsOfEach;
      const step = order === "asc" ? 1 : -1;
      expect(page.map(({ id }) => Number(id))).toEqual(
        Array.from({ length: listed }, (_, at) => first + step * at),
      );
      // A connection that ends tells what it has read.
      await database.close();
      const read = async () => {
        const counts = "SELECT seq_tup_read + idx_tup_fetch AS mails FROM pg_stat_user_tables";
        const [row] = await postgres.ask<{ mails: number }>(url, `${counts} WHERE relname = 'deliveries'`);
        return row?.mails ?? 0;
      };
      await until(async () => (await read()) > 0);
      expect(await read()).toBeLessThanOrEqual(3 * listed);
    }, 60_000);
});

/** Ids grow with time, so those of a campaign stand together. */
const mailsOfAll = `INSERT INTO deliveries
    ("id", "campaignId", "workspaceId", "leadId", "email", "state", "attempts", "dueAt", "sentAt")
  SELECT lpad(n::text, 8, '0'), 'c' || (n - 1) / ${mailsOfEach}, '${workspaceId}', 'lead' || n, n || '@in.test', 'sent', 1, 1, 1
  FROM generate_series(1, ${campaigns * mailsOfEach}) n`;
