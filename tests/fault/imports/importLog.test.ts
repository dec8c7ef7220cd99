import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { isServedByPostgres } from "../../support/postgres/testDatabases.ts";
import { fillWithLeads, startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "amplify-import-log-"));
const rowCount = 60_000;
const pageBytes = 4_096;
let server: StartedProcess | undefined;
afterAll(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Addresses and phones in no order, so that nearly every row changes pages of its own. */
const scattered = (index: number) => ((index * 2_654_435_761) % 2 ** 32).toString(36);

test.skipIf(isServedByPostgres)(
  "the database's log stays short through an import beside which somebody else writes all the time",
  async () => {
    server = await startServe({ folder, smtpPort: 9 });
    const client = createClient({ base: server.line, token: await fillWithLeads(server.line, 1) });
    const [lead] = (await client("GET /amplify/leads")) as Lead[];
    const id = lead?._id ?? "";
    const lines = Array.from({ length: rowCount }, (_, index) => {
      const name = scattered(index);
      return `First${name},Last${name},${name}${index}@in.test,+43 1 ${name}${index}`;
    });
    const { _id: job, guess } = await client("POST /amplify/imports", {
      query: { name: "leads.csv" },
      body: new Blob([["First name,Last name,Email,Phone", ...lines].join("\n")]),
    });
    await client("POST /amplify/imports/{id}/start", {
      params: { id: job },
      body: { columns: guess, existing: "update" },
    });

    let [longest, changes] = [0, 0];
    const state = async () => (await client("GET /amplify/imports/{id}", { params: { id: job } })).state;
    while ((await state()) === "running") {
      changes += 1;
      const body = {
        firstName: `Change${changes}`,
        lastName: "Last",
        email: "lead0@in.test",
        collection: [],
      };
      await client("PUT /amplify/leads/{id}", { params: { id }, body });
      longest = Math.max(longest, statSync(join(folder, "data/amplify.db-wal")).size);
    }
    expect(await state()).toBe("done");
    expect(changes).toBeGreaterThan(20);
    expect(longest).toBeLessThan(2 * importLimits.logPagesMax * pageBytes);
  },
);
