import { Database as SqliteFile } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../../db/sqlite/open.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";

test("looking at the mails that go next finds them by their ids, and reads no other that is on its way", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-plans-"));
  const database = openDatabase({ folder });
  const prepared = spyOn(SqliteFile.prototype, "prepare");
  const ledger = createLedger(database);
  const next = { credentialId: "account", ids: ["mail"] };
  await ledger.lookAt(next);
  await ledger.lookAtMails(next);
  const asked = prepared.mock.calls.map(([text]) => text);
  prepared.mockRestore();
  await database.close();
  const file = new SqliteFile(join(folder, "amplify.db"));
  const plans = asked.map((text) =>
    file
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => detail),
  );
  file.close();
  rmSync(folder, { recursive: true });
  expect(plans).toHaveLength(2);
  for (const plan of plans)
    expect(plan[0]).toMatch(/^SEARCH deliveries USING INDEX sqlite_autoindex_deliveries_1 \(id=\?\)/);
});
