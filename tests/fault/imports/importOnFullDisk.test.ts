import { Database } from "bun:sqlite";
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { isServedByPostgres } from "../../support/postgres/testDatabases.ts";
import { fillWithLeads, startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

const disk = mkdtempSync(join(tmpdir(), "amplify-small-disk-"));
const run = (...command: [string, ...string[]]) => spawnSync(command[0], command.slice(1)).status === 0;
// Whoever is not root may mount nothing.
const isMounted =
  process.getuid?.() === 0 && run("mount", "-t", "tmpfs", "-o", "size=40m,mode=0700", "none", disk);
let server: StartedProcess | undefined;
afterAll(async () => {
  await server?.kill();
  if (isMounted) run("umount", "-l", disk);
  rmSync(disk, { recursive: true, force: true });
});

test.skipIf(!isMounted || isServedByPostgres)(
  "an import on a full disk waits, says why, and goes on by itself once there is room, and so does its undoing",
  async () => {
    server = await startServe({ folder: disk, smtpPort: 9 });
    const token = await fillWithLeads(server.line, 1);
    let client = createClient({ base: server.line, token });
    const lines = Array.from({ length: 8_000 }, (_, index) => `First,Last,person${index}@in.test`);
    const { _id: id, guess } = await client("POST /amplify/imports", {
      query: { name: "leads.csv" },
      body: new Blob([["First name,Last name,Email", ...lines].join("\n")]),
    });
    const filling = join(disk, "filling");
    const fillBut = (bytes: number) => {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filling, Buffer.alloc(bavail * bsize - bytes));
    };
    fillBut(1_500_000);
    await client("POST /amplify/imports/{id}/start", {
      params: { id },
      body: { columns: guess, existing: "update" },
    });
    const job = () => client("GET /amplify/imports/{id}", { params: { id } });
    await until(async () => (await job()).fault !== null);
    expect(await job()).toMatchObject({
      state: "running",
      fault: "The disk is full. Free some space and try again.",
    });
    rmSync(filling);
    await until(async () => (await job()).state !== "running");
    expect(await job()).toMatchObject({ state: "done", fault: null, report: { added: 8_000 } });
    // What SQLite's log has grown to would be room enough: a server that begins anew has an empty one, and none of it is
    // written over while somebody reads.
    await server.end();
    server = await startServe({ folder: disk, smtpPort: 9 });
    client = createClient({ base: server.line, token });
    const reader = new Database(join(disk, "data", "amplify.db"), { readonly: true });
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM imports").get();
    await client("POST /amplify/imports/{id}/undo", { params: { id } });
    // To the last page, while the undoing takes of it too.
    run("dd", "if=/dev/zero", `of=${filling}`, "bs=4k");
    await until(async () => (await job()).fault !== null);
    expect(await job()).toMatchObject({
      state: "undoing",
      fault: "The disk is full. Free some space and try again.",
    });
    reader.close();
    rmSync(filling);
    await until(async () => (await job()).state !== "undoing");
    expect(await job()).toMatchObject({ state: "undone", fault: null });
    expect(await client("GET /amplify/leads", { query: { pageSize: 1 } })).toMatchObject({ total: 1 });
  },
);
