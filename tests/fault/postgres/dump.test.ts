import { expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectPostgres } from "../../../db/postgres/inspectPostgres.ts";
import { fillTables } from "../../support/db/fillTables.ts";
import { findPostgres } from "../../support/postgres/findPostgres.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";

setDefaultTimeout(60_000);

onPostgres("PostgreSQL's own backup", (postgres) => {
  test("written beside an open database and put back elsewhere has every row, and doctor finds nothing wrong", async () => {
    const folder = mkdtempSync(join(tmpdir(), "amplify-dump-"));
    try {
      const [from, to] = [await postgres.copy(), await postgres.copy()];
      const database = await postgres.open(from);
      await fillTables(database, "ada");
      const { shared } = database;
      await shared?.hit({ name: "n", key: "k", rate: { count: 1, windowMs: 1_000 }, keysMax: 9 });
      const file = join(folder, "monday.dump");
      command("pg_dump", ["--format=custom", `--file=${file}`, from]);
      command("pg_restore", ["--clean", "--if-exists", "--single-transaction", `--dbname=${to}`, file]);
      const restored = await postgres.open(to);
      for (const [name, table] of Object.entries(database.tables)) {
        const rows = async (of: typeof database) =>
          (await of.read.select().from(table as typeof database.tables.users)).map((row) =>
            JSON.stringify(row),
          );
        expect([name, (await rows(restored)).sort()]).toEqual([name, (await rows(database)).sort()]);
      }
      const look = await inspectPostgres(to);
      expect(look).toMatchObject({ fault: null, refusal: null, missingCount: 0 });
      expect(look.differences).toEqual({ wrong: [], added: [] });
      expect(look.shared?.brokenFiles).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function command(name: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(findPostgres() ?? "", name), args, { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
}
