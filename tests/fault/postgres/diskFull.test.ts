import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { startTestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

const disk = mkdtempSync(join(tmpdir(), "amplify-small-disk-"));
const run = (...command: [string, ...string[]]) => spawnSync(command[0], command.slice(1)).status === 0;
// PostgreSQL runs as nobody where tests run as root; whoever is not may mount nothing that it sees.
const isMounted =
  process.getuid?.() === 0 &&
  run("mount", "-t", "tmpfs", "-o", "size=24m", "none", disk) &&
  run("chown", "nobody", disk);
afterAll(() => {
  if (isMounted) run("umount", "-l", disk);
  rmSync(disk, { recursive: true, force: true });
});

const rowsFrom = (start: number) =>
  Array.from({ length: 5_000 }, (_, index) => ({
    firstName: "A name of some length, so that the disk is soon full",
    email: `lead${start + index}@in.test`,
  }));

describe.skipIf(!isMounted)("a PostgreSQL whose disk is full", () => {
  onPostgres("of 24 MB", (postgres) => {
    const space = `small_${crypto.randomUUID().replaceAll("-", "")}`;
    beforeAll(async () => {
      await postgres.ask(`${postgres.server()}/postgres`, `CREATE TABLESPACE ${space} LOCATION '${disk}'`);
    });
    afterAll(async () => {
      await postgres.ask(`${postgres.server()}/postgres`, `DROP TABLESPACE ${space}`);
    });

    test("is told as one, keeps what was there, and takes more once there is room", async () => {
      const url = await postgres.copy(space);
      const server = await startTestServer({
        DATABASE_URL: url,
        AMPLIFY_KEY: "5a".repeat(32),
        AMPLIFY_PLANS: "off",
      });
      const ada = await server.signUp();
      const add = (count: number) =>
        send(`${server.url}/amplify/leads/bulk`, {
          body: JSON.stringify({ leads: rowsFrom(count) }),
          cookie: ada.cookie,
        });
      let taken = 0;
      let answer = await add(0);
      while (answer.status === 200 && taken < 100_000) {
        taken += 5_000;
        answer = await add(taken);
      }
      expect(answer).toMatchObject({
        status: 507,
        json: { code: "storage_full", message: expect.stringContaining("disk is full") },
      });
      const total = async () =>
        (await ada.client("GET /amplify/leads", { query: { pageSize: 1 } })) as object;
      expect(await send(`${server.url}/healthz`)).toMatchObject({ status: 200 });
      // Whole batches of the call that failed may be there.
      const { total: before } = (await total()) as { total: number };
      expect(before).toBeGreaterThanOrEqual(taken);
      expect(run("mount", "-o", "remount,size=200m", disk)).toBe(true);
      expect((await add(taken)).status).toBe(200);
      expect(await total()).toMatchObject({ total: taken + 5_000 });
      await server.close();
    }, 120_000);
  });
});
