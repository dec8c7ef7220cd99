import { expect, test } from "bun:test";
import { and, asc, eq } from "drizzle-orm";
import { isListed, isListedNearby } from "../../../../db/json/jsonSql.ts";
import { createAudienceStore } from "../../../../db/stores/campaigns/audience.ts";
import { createExportStore } from "../../../../db/stores/identity/exports.ts";
import { strideEnd } from "../../../../db/stores/leads/leadStrides.ts";
import { leadBook, leadNamed, scopeNamed } from "../../../support/leads/leadBook.ts";
import { heard } from "../../../support/postgres/heard.ts";
import { mostRead } from "../../../support/postgres/mostRead.ts";
import { onPostgres, type RealPostgres } from "../../../support/postgres/onPostgres.ts";

const leadCount = 5_000;
const listed = 50;

/** A workspace whose leads are all in one collection. */
async function filled(postgres: RealPostgres) {
  const url = await postgres.copy();
  const database = await postgres.open(url);
  const ada = { ...scopeNamed("ada"), status: "AMEX" as const };
  const { imports, leads } = leadBook(database);
  const rows = Array.from({ length: leadCount }, (_, index) =>
    leadNamed(`L${index}`, { collection: ["all of them"] }),
  );
  await imports.import(ada, rows);
  return { url, database, ada, leads };
}

onPostgres("a page of leads on PostgreSQL", (postgres) => {
  test("reads the memberships of its leads and not those of all, with and without statistics", async () => {
    const { url, database, ada, leads } = await filled(postgres);
    const { items } = await leads.page(ada, { pageSize: listed });
    const { read, tables } = database;
    const { memberships } = tables;
    const ids = items.map(({ _id }) => _id);
    const question = read
      .select({ leadId: memberships.leadId })
      .from(memberships)
      .where(and(eq(memberships.workspaceId, ada.workspaceId), isListed(tables, memberships.leadId, ids)))
      .toSQL();
    expect(await mostRead(postgres, url, question)).toEqual([listed, listed]);
  }, 60_000);
});

onPostgres("a batch of a collection's leads on PostgreSQL", (postgres) => {
  test("is found without looking through the collection, though it was filled a moment ago", async () => {
    const { url, database, ada } = await filled(postgres);
    const { read, tables } = database;
    const { memberships } = tables;
    const some = await read.select().from(memberships).orderBy(asc(memberships.leadId)).limit(listed);
    const ids = some.map(({ leadId }) => leadId);
    const question = read
      .select({ leadId: memberships.leadId })
      .from(memberships)
      .where(
        and(
          eq(memberships.workspaceId, ada.workspaceId),
          eq(memberships.collectionId, some[0]?.collectionId ?? ""),
          isListedNearby(tables, memberships.leadId, ids),
        ),
      )
      .toSQL();
    expect(await mostRead(postgres, url, question)).toEqual([listed, listed]);
  }, 60_000);
});

onPostgres("the next leads in an order on PostgreSQL", (postgres) => {
  test("are read on in an index, and nobody behind them, though they were added a moment ago", async () => {
    const { url, database, ada } = await filled(postgres);
    const [collection] = await database.read.select().from(database.tables.collections);
    const of = { workspaceId: ada.workspaceId, countMax: listed, afterId: "" };
    const audience = createAudienceStore(database);
    const asks: [name: string, ask: () => Promise<unknown>][] = [
      ["a send's to everybody", () => audience.batchAfter({ ...of, collectionId: null })],
      ["a send's to a collection", () => audience.batchAfter({ ...of, collectionId: collection?.id ?? "" })],
      ["a stride", () => strideEnd(database, { ...of, stride: listed })],
      ["an export's", () => createExportStore(database).leadBatch(of)],
    ];
    for (const [name, ask] of asks) {
      const [asked] = await heard(ask);
      const question = { sql: asked?.text ?? "", params: asked?.values ?? [] };
      expect([name, ...(await mostRead(postgres, url, question))]).toEqual([name, listed, listed]);
      // Statistics of a table that was empty, as they are until the database looks again.
      await postgres.ask(
        url,
        "DELETE FROM pg_statistic; UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relname IN ('leads', 'memberships')",
      );
    }
  }, 60_000);
});
