import { Database as Client } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations as postgresSteps } from "../../../db/migrations/postgres.ts";
import { migrations as sqliteSteps } from "../../../db/migrations/sqlite.ts";
import { applyStep } from "../../../db/postgres/applyStep.ts";
import { migrate } from "../../../db/sqlite/migrate.ts";
import { emptyPostgres } from "../../support/db/emptyPostgres.ts";

type Row = Record<string, unknown>;
const step = sqliteSteps.find(({ tag }) => tag.endsWith("_jobs"))?.tag ?? "";

const imported = (id: string, state: string) =>
  `INSERT INTO imports (id, "workspaceId", name, state, "createdAt", "idPrefix", "madeCollection", staged, written, added,
     updated, skipped, "optedOut", rejected, "rowCount") VALUES ('${id}', 'ada', 'a.csv', '${state}', 5, '', false, 0, 0, 0, 0, 0, 0, 0, 0)`;

/** What an older version had begun: three imports, of which two go on, and the end of an account. */
const begun = [
  imported("i1", "running"),
  imported("i2", "undoing"),
  imported("i3", "done"),
  `INSERT INTO meta (key, value) VALUES ('closedAccount:bob', '7'), ('clock', '8')`,
];

const asked = `SELECT "workspaceId", kind, key, payload, state, attempts FROM jobs ORDER BY key`;

/** The running import counts as tried, so that it is told as interrupted and not begun anew. */
function expectJobs(rows: Row[], meta: Row[]): void {
  expect(rows.map((row): Row => ({ ...row, payload: JSON.parse(String(row.payload)) }))).toEqual([
    {
      workspaceId: "",
      kind: "accountRemoval",
      key: "accountRemoval:bob",
      payload: { workspaceId: "bob" },
      state: "queued",
      attempts: 0,
    },
    {
      workspaceId: "ada",
      kind: "import",
      key: "import:i1",
      payload: { importId: "i1" },
      state: "queued",
      attempts: 1,
    },
    {
      workspaceId: "ada",
      kind: "import",
      key: "import:i2",
      payload: { importId: "i2" },
      state: "queued",
      attempts: 0,
    },
  ]);
  expect(meta).toEqual([{ key: "clock" }]);
}

describe("what an older version had begun becomes a job", () => {
  test("on SQLite", () => {
    const folder = mkdtempSync(join(tmpdir(), "amplify-jobs-step-"));
    const client = new Client(join(folder, "amplify.db"));
    migrate(client, { folder, steps: sqliteSteps.filter(({ tag }) => tag < step) });
    for (const sql of begun) client.exec(sql);
    migrate(client, { folder });
    expectJobs(client.query<Row, []>(asked).all(), client.query<Row, []>("SELECT key FROM meta").all());
    client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("on PostgreSQL", async () => {
    const client = await emptyPostgres();
    for (const each of postgresSteps.filter(({ tag }) => tag < step))
      await applyStep(client, each, () => (address) => address);
    for (const sql of begun) await client.query(sql);
    for (const each of postgresSteps.filter(({ tag }) => tag >= step))
      await applyStep(client, each, () => (address) => address);
    expectJobs((await client.query<Row>(asked)).rows, (await client.query<Row>("SELECT key FROM meta")).rows);
  }, 60_000);
});
