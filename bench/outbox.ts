import { Database } from "bun:sqlite";
import { join } from "node:path";
import { eventTriggers } from "../db/migrations/outbox/eventTriggers.ts";
import { putMigrated } from "../tests/support/db/migratedFile.ts";
import { temporaryFolder } from "./support/processes.ts";

/**
 * What the outbox costs the statements that fill it: leads written 500 at a time as imports do, and outcomes of mails
 * written 256 at a time, without its triggers, with them where nothing is wanted, and where it is.
 * `bun bench/outbox.ts [ROWS]`.
 */
const rows = Number(process.argv[2] ?? 100_000);
const modes = ["no triggers", "nothing wanted", "wanted"] as const;

for (let round = 1; round <= 3; round += 1) for (const mode of modes) await measure(mode, round);

async function measure(mode: (typeof modes)[number], round: number): Promise<void> {
  const folder = temporaryFolder();
  await putMigrated(folder.path);
  const database = new Database(join(folder.path, "amplify.db"));
  if (mode === "no triggers")
    for (const sql of eventTriggers("sqlite"))
      database.exec(`DROP TRIGGER ${/TRIGGER ("\w+")/.exec(sql)?.[1]}`);
  if (mode === "wanted")
    database.exec(
      `INSERT INTO "webhookWants" VALUES ('w', 'delivery.sent', 'h'), ('w', 'lead.created', 'h')`,
    );
  const leads =
    database.prepare(`INSERT INTO leads (id, workspaceId, firstName, lastName, email, phone, searchText,
    emailHash, optout, emailCount, openedCount, createdAt, updatedAt)
    SELECT 'l' || value, 'w', 'Ann', 'Lee', 'l' || value || '@in.test', '', 'x', 'h' || value, 0, 0, 0, 1, 1
    FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`);
  const mails =
    database.prepare(`INSERT INTO deliveries (id, campaignId, workspaceId, leadId, email, state, attempts,
    dueAt) SELECT 'd' || value, 'c', 'w', 'l' || value, 'l@in.test', 'sending', 0, 1 FROM json_each(?)`);
  const settle = database.prepare(`UPDATE deliveries SET state = 'sent', sentAt = 5 FROM json_each(?)
    WHERE deliveries.id = 'd' || value AND state = 'sending'`);
  const written = rate(() => inBatches(500, (batch) => leads.run(batch)));
  inBatches(500, (batch) => mails.run(batch));
  const settled = rate(() => inBatches(256, (batch) => settle.run(batch)));
  console.log(`${round} ${mode.padEnd(15)} ${written} leads/s, ${settled} outcomes/s`);
  database.close();
  folder.remove();
}

function inBatches(size: number, run: (batch: string) => void): void {
  for (let from = 0; from < rows; from += size)
    run(JSON.stringify(Array.from({ length: Math.min(size, rows - from) }, (_, index) => from + index)));
}

function rate(work: () => void): number {
  const startedAt = performance.now();
  work();
  return Math.round(rows / ((performance.now() - startedAt) / 1000));
}
