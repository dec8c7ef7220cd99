import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { migrations } from "../../../db/migrations/postgres.ts";
import { connectAlone } from "../../../db/postgres/connection.ts";
import { migrate } from "../../../db/postgres/migrate.ts";
import { remarkInWords } from "../../../server/core/faultInWords.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { fillWithLeads, sendToAll, startServe } from "../../support/server/serveProcess.ts";
import { startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(120_000);

/** What the next version might add. */
const next = {
  tag: "9999_next",
  sql: `CREATE TABLE "nextThings" (id text PRIMARY KEY, "workspaceId" text NOT NULL);
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "nickname" text;
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "weight" bigint DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "note" text DEFAULT 'none' NOT NULL;
--> statement-breakpoint
CREATE INDEX "leads_nickname" ON "leads" USING btree ("nickname");`,
};
const hashingFor = () => (address: string) => address;

onPostgres("a rolling upgrade", (postgres) => {
  test("leaves a server of the version before at work in mid-send, which a start of that version then refuses", async () => {
    const url = await postgres.copy();
    const folder = mkdtempSync(join(tmpdir(), "amplify-rolling-"));
    const smtp = await startScriptedSmtp({ dot: { reply: "250 2.0.0 Ok", delayMs: 20 } });
    const environment = { DATABASE_URL: url, AMPLIFY_KEY: "5a".repeat(32) };
    const server = await startServe({ folder, smtpPort: smtp.port, environment });
    try {
      const token = await fillWithLeads(server.line, 200);
      const client = createClient({ base: server.line, token });
      const first = await sendToAll(client, "Before and after");
      await until(() => smtp.acceptedCount() > 20);
      const connection = await connectAlone(url);
      await migrate(connection, { steps: [...migrations, next], hashingFor, program: "9.9.9" });
      await connection.end();
      // What it had asked before and asks anew, and what it writes.
      const second = await sendToAll(client, "After");
      await client("POST /amplify/leads/bulk", {
        body: { leads: [{ firstName: "New", lastName: "Lead", email: "new@in.test" }] },
      });
      for (const id of [first, second]) {
        const look = () => client("GET /amplify/campaigns/{id}", { params: { id } });
        await until(async () => (await look()).state === "finished", 60_000);
        expect((await look()).counts).toMatchObject({ sent: 200, failed: 0, uncertain: 0 });
      }
      const found = await client("GET /amplify/leads", { query: { pageSize: 10 } });
      expect(found).toMatchObject({ total: 201 });
      await server.kill();
      const again = startServe({ folder, smtpPort: smtp.port, environment });
      await expect(again).rejects.toThrow("ended before it was ready");
    } finally {
      await server.kill();
      await smtp.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("begins anew where its steps and somebody at work wait for each other", async () => {
    const url = await postgres.copy();
    const [upgrade, work] = [await connectAlone(url), await connectAlone(url)];
    // PostgreSQL ends whoever first finds that each waits for the other. It looks once a wait, so that here only the upgrade finds
    // it, and not before the work waits, too, however busy the machine is.
    await work.query("SET deadlock_timeout = '1h'");
    await upgrade.query("SET deadlock_timeout = '3s'");
    await work.query("BEGIN; LOCK TABLE campaigns IN ACCESS SHARE MODE");
    const taken = migrate(upgrade, { steps: [...migrations, next], hashingFor });
    const isHeldUp = async () =>
      (await work.query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'campaigns'::regclass")).rows
        .length > 0;
    await until(isHeldUp);
    // The steps have altered that one and wait for the other.
    await work.query("SELECT id FROM leads; COMMIT");
    await taken;
    const { rows } = await work.query("SELECT tag FROM migrations WHERE tag = $1", [next.tag]);
    expect(rows).toEqual([{ tag: next.tag }]);
    await Promise.all([upgrade.end(), work.end()]);
  });

  test("is taken by one process, and another that starts meanwhile says that it waits", async () => {
    const url = await postgres.copy();
    const [one, other] = [await connectAlone(url), await connectAlone(url)];
    await one.query(
      "BEGIN; SELECT pg_advisory_xact_lock(hashtext('amplify steps'), hashtext(current_schema()))",
    );
    const said: string[] = [];
    const waiting = migrate(other, { hashingFor, onWait: (remark) => said.push(remarkInWords(remark)) });
    await until(() => said.length > 0);
    expect(said).toEqual([
      "Another process brings the database's tables to date. This one waits for it, at most 30 minutes.",
    ]);
    await one.query("COMMIT");
    await waiting;
    await Promise.all([one.end(), other.end()]);
  });
});
