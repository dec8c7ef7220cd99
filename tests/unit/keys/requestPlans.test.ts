import { Database as SqliteFile } from "bun:sqlite";
import { expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { createRequestStore } from "../../../db/stores/keys/requests.ts";
import { rareKeyAsked } from "../../support/keys/rareKey.ts";

test("the log of one key is read by its index, in either order and behind a place, and nothing is sorted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-plans-"));
  const database = openDatabase({ folder });
  const prepared = spyOn(SqliteFile.prototype, "prepare");
  const store = createRequestStore(database);
  for (const asked of rareKeyAsked) await store.page(asked);
  const questions = prepared.mock.calls.map(([text]) => text);
  prepared.mockRestore();
  await database.close();
  const file = new SqliteFile(join(folder, "amplify.db"));
  const plans = questions.map((text) =>
    file
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => detail),
  );
  file.close();
  rmSync(folder, { recursive: true });
  expect(plans).not.toHaveLength(0);
  for (const plan of plans)
    expect(plan).toEqual([
      expect.stringMatching(/^SEARCH apiRequests USING INDEX api_requests_key \(workspaceId=\? AND keyId=\?/),
    ]);
});
