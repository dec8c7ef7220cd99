import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUp } from "../../../db/backup/backUp.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";

test("a backup says how many campaigns it holds, and no call for a single mail is one of them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-counts-"));
  try {
    const database = openDatabase({ folder });
    const part = {
      ...{
        workspaceId: "ada",
        credentialId: "a",
        provider: "sandbox" as const,
        fromAlias: "",
        fromEmail: "",
      },
      ...{ subject: "", state: "finished" as const, trackOpens: true, total: 1, createdAt: 1 },
    };
    const parts = [
      { ...part, id: "one", requestKey: "1", planId: "one" },
      { ...part, id: "two", requestKey: "2", planId: "one" },
      { ...part, id: "call", requestKey: "3", mailKind: "receipt" },
    ];
    await database.atomically((write) => ({ parts: write.insert(database.tables.campaigns).values(parts) }));
    expect(backUp({ folder, file: join(folder, "copy.db") })).toMatchObject({ campaigns: 1 });
    await database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
