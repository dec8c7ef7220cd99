import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { dayMs } from "../../../contract/limits/units.ts";
import { program } from "../../support/server/program.ts";
import { startTestServer } from "../../support/server/testServer.ts";

const script = resolve(import.meta.dir, "../../../docs/operations/amplify-backup");

test.skipIf(process.env.DATABASE_URL !== undefined)(
  "the nightly backup keeps those of its days and whatever it did not name, one that fails takes none away, and what was cut off goes",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "amplify-nightly-"));
    const server = await startTestServer({ AMPLIFY_DATA: join(folder, "data") });
    const backups = join(folder, "backups");
    mkdirSync(backups);
    const old = ["amplify-20200101T000000Z.db", "amplify-mine.db", "other.db"];
    for (const name of old) agedBy(20, join(backups, name));
    agedBy(5, join(backups, "amplify-20200116T000000Z.db"));
    const cutOff = [".amplify-20200116T000000Z.db.71.part", ".amplify-20200116T000000Z.db.71.part-journal"];
    for (const name of cutOff) agedBy(5, join(backups, name));
    const underWay = ".amplify-20200121T000000Z.db.72.part";
    agedBy(0, join(backups, underWay));
    const amplify = join(folder, "amplify");
    writeFileSync(amplify, `#!/bin/sh\nexec ${program.join(" ")} "$@"\n`, { mode: 0o755 });
    const run = (data: string) =>
      Bun.spawnSync(["sh", script], {
        env: {
          PATH: process.env.PATH ?? "",
          HOME: folder,
          PROGRAM: amplify,
          BACKUP_FOLDER: backups,
          AMPLIFY_DATA: join(folder, data),
        },
      });
    try {
      expect(run("nothing").exitCode).toBe(1);
      expect(readdirSync(backups)).toHaveLength(5);
      expect(run("data")).toMatchObject({ exitCode: 0 });
      const left = readdirSync(backups);
      expect(left).not.toContain("amplify-20200101T000000Z.db");
      expect(left).toEqual(
        expect.arrayContaining(["amplify-20200116T000000Z.db", "amplify-mine.db", "other.db", underWay]),
      );
      for (const name of cutOff) expect(left).not.toContain(name);
      expect(left.filter((name) => /^amplify-20\d{6}T\d{6}Z\.db$/.test(name))).toHaveLength(2);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
  30_000,
);

function agedBy(days: number, file: string): void {
  writeFileSync(file, "");
  const at = new Date(Date.now() - days * dayMs);
  utimesSync(file, at, at);
}
