import type { SqliteClient } from "../../platform/sqlite.ts";
import { columnsOf, counted } from "./attached.ts";
import { rank } from "./carryOutcomes.ts";

/** Of tables whose rows a campaign has by itself, the column that says of which campaign. */
const ofPlan = { campaignPlans: "id", planMails: "planId", enrolments: "planId" } as const;
/** The same by the parts of a campaign. */
const ofParts = { campaignContents: "campaignId", links: "campaignId" } as const;
/** What is carried over afterwards, and counted as it is. */
const marks: readonly string[] = ["openedAt", "machineOpenedAt", "clickedAt"];
const partColumns = ["state", "pausedBy", "pausedReason", "accepted", "finishedAt", "rowMove", "rowMoveAt"];

const open = `("state" IN ('holding', 'scheduled', 'starting')
  OR "id" IN (SELECT "planId" FROM campaigns WHERE "state" IN ('running', 'paused')))`;

/**
 * A campaign that had not begun when the backup was made, or was between two of its mails, has written rows since that
 * the backup does not know: resumed, it would write them anew and mail the same people twice. So it is taken over as the
 * database `present` has it, with its steps, its parts and where each of its leads stands. What became of its mails is
 * left to `carryOutcomes` and `carryMarks`, which come after.
 * @returns how many campaigns may have mailed since whom nobody knows: those that are deleted there, and all that went on
 * where that database is of another version.
 */
export function carryPlans(client: SqliteClient): number {
  // A database of before campaigns were composed has none that could be ahead.
  const known = counted(client, "present.sqlite_master WHERE name IN ('campaignPlans', 'enrolments')");
  if (known < 2) return 0;
  const deleted = counted(
    client,
    `campaignPlans WHERE ${open} AND id NOT IN (SELECT id FROM present.campaignPlans WHERE deletedAt IS NULL)`,
  );
  client.exec(`CREATE TEMP TABLE ahead AS SELECT DISTINCT plan.id AS id FROM present.campaigns AS part
    JOIN campaignPlans AS plan ON plan.id = part.planId AND plan.workspaceId = part.workspaceId
    JOIN present.campaignPlans AS since ON since.id = plan.id AND since.deletedAt IS NULL
    LEFT JOIN campaigns AS known ON known.id = part.id
    WHERE part.state <> 'preparing' AND (known.id IS NULL OR known.state = 'preparing' OR known.total <> part.total)`);
  const ahead = counted(client, "temp.ahead");
  if (ahead === 0) return deleted;
  if (!isSameVersion(client)) return deleted + ahead;
  takeOver(client);
  return deleted;
}

function isSameVersion(client: SqliteClient): boolean {
  const steps = (schema: string) =>
    JSON.stringify(client.query<{ tag: string }>(`SELECT tag FROM ${schema}.migrations ORDER BY tag`).all());
  return steps("main") === steps("present");
}

/** Deleted and inserted rather than changed: what webhooks tell of changes was told when these came about. */
function takeOver(client: SqliteClient): void {
  client.exec(`CREATE TEMP TABLE parts AS SELECT id FROM present.campaigns
    WHERE planId IN (SELECT id FROM temp.ahead) AND state <> 'preparing'`);
  client.exec(`CREATE TEMP TABLE held AS SELECT id, state, ${marks.join(", ")} FROM deliveries
    WHERE campaignId IN (SELECT id FROM campaigns WHERE planId IN (SELECT id FROM temp.ahead))`);
  for (const [table, column] of Object.entries(ofPlan))
    replace(client, table, `${column} IN (SELECT id FROM temp.ahead)`);
  // Of a start that was cut off, and made anew since.
  client.exec(`DELETE FROM campaigns WHERE planId IN (SELECT id FROM temp.ahead)
    AND id NOT IN (SELECT id FROM temp.parts)`);
  const all = columnsOf(client, "campaigns").join(", ");
  client.exec(`INSERT OR IGNORE INTO campaigns (${all}) SELECT ${all} FROM present.campaigns
    WHERE id IN (SELECT id FROM temp.parts)`);
  client.exec(`UPDATE campaigns SET ${partColumns.map((name) => `${name} = p.${name}`).join(", ")}
    FROM present.campaigns AS p WHERE p.id = campaigns.id AND p.id IN (SELECT id FROM temp.parts)`);
  for (const [table, column] of Object.entries(ofParts))
    replace(client, table, `${column} IN (SELECT id FROM temp.parts)`);
  client.exec("DELETE FROM deliveries WHERE id IN (SELECT id FROM temp.held)");
  const columns = columnsOf(client, "deliveries");
  const before = "coalesce(held.state, 'queued')";
  const state = `CASE WHEN ${rank("p.state")} > ${rank(before)} THEN ${before} ELSE p.state END`;
  const taken = (name: string) =>
    name === "state" ? state : `${marks.includes(name) ? "held" : "p"}.${name}`;
  client.exec(`INSERT INTO deliveries (${columns.join(", ")}) SELECT ${columns.map(taken).join(", ")}
    FROM present.deliveries AS p LEFT JOIN temp.held AS held ON held.id = p.id
    WHERE p.campaignId IN (SELECT id FROM temp.parts)`);
  client.exec(`UPDATE campaigns SET total = (SELECT count(*) FROM deliveries WHERE campaignId = campaigns.id)
    WHERE id IN (SELECT id FROM temp.parts)`);
}

function replace(client: SqliteClient, table: string, where: string): void {
  const columns = columnsOf(client, table).join(", ");
  client.exec(`DELETE FROM main.${table} WHERE ${where}`);
  client.exec(
    `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM present.${table} WHERE ${where}`,
  );
}
