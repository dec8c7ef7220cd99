import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backUp } from "../../../db/backup/backUp.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";

test("a backup says how many campaigns it holds, and no call for a single mail is one of them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-counts-"));
  try {
    const database = openDatabase({ folder });
    const part = {
      workspaceId: "ada",
      credentialId: "a",
      provider: "sandbox" as const,
      fromAlias: "",
      fromEmail: "",
      subject: "",
      state: "finished" as const,
      trackOpens: true,
      total: 1,
      createdAt: 1,
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

test("a backup takes away what one of its name left that was cut off, and nothing of others or of one under way", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-cut-off-"));
  try {
    await openDatabase({ folder }).close();
    // No process has a number as high.
    const cutOff = [".copy.db.99999999.part", ".copy.db.99999999.part-journal"];
    const others = [".copy.db.x.99999999.part", ".other.db.99999999.part", `.copy.db.${process.ppid}.part`];
    for (const name of [...cutOff, ...others]) writeFileSync(join(folder, name), "");
    backUp({ folder, file: join(folder, "copy.db") });
    expect(
      readdirSync(folder)
        .filter((name) => name.includes(".part"))
        .toSorted(),
    ).toEqual(others.toSorted());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
