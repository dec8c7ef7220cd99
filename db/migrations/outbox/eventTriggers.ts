import type { StepContext } from "../step.ts";
import { type Cause, type CausesOf, causes } from "./causes.ts";

/**
 * What writes the outbox: the database itself, in the commit that changes a row, whichever statement, thread or program
 * does it. Nothing is written where no webhook of the workspace wants it, which is asked last and of a table that
 * is nearly always empty. A step that makes one of these tables of SQLite anew has to make its triggers anew.
 */
export function eventTriggers(dialect: StepContext["dialect"]): string[] {
  return dialect === "sqlite"
    ? [...causes.flatMap(onSqlite), sqliteAddressing]
    : [...causes.flatMap(onPostgres), ...postgresAddressing];
}

const columns = `"id", "workspaceId", "type", "subject", "number", "row"`;
const addressed = `"webhookId", "eventId", "workspaceId", "type", "subject", "number", "state", "attempts", "dueAt"`;

function isWanted(after: string, type: string): string {
  return `EXISTS (SELECT 1 FROM "webhookWants" AS want
    WHERE want."workspaceId" = ${after}."workspaceId" AND want."type" = '${type}')`;
}

function onSqlite({ table, json, causes: ofTable }: CausesOf): string[] {
  const value = (name: string) => (json.includes(name) ? `json(NEW."${name}")` : `NEW."${name}"`);
  return ofTable.map(({ type, of, when, subject, row }) => {
    const kept = row === null ? "NULL" : `json_object(${row.map((name) => `'${name}', ${value(name)}`).join(", ")})`;
    const on = of.length === 0 ? "INSERT" : `UPDATE OF ${quoted(of)}`;
    return `CREATE TRIGGER "${triggerName(table, type)}" AFTER ${on} ON "${table}"
      WHEN ${when({ before: "OLD", after: "NEW" })} AND ${isWanted("NEW", type)} BEGIN
      INSERT INTO "webhookEvents" (${columns}) VALUES ('evt_' || lower(hex(randomblob(16))), NEW."workspaceId",
        '${type}', ${subject("NEW")}, max(CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000,
        coalesce((SELECT max("number") FROM "webhookEvents"), 0) + 1), ${kept}); END`;
  });
}

const sqliteAddressing = `CREATE TRIGGER "webhook_events_addressed" AFTER INSERT ON "webhookEvents" BEGIN
  INSERT INTO "webhookDeliveries" (${addressed})
  SELECT want."webhookId", NEW."id", NEW."workspaceId", NEW."type", NEW."subject", NEW."number", 'waiting', 0, 0
  FROM "webhookWants" AS want WHERE want."workspaceId" = NEW."workspaceId" AND want."type" = NEW."type"; END`;

/** PostgreSQL calls a trigger once for a statement, with all of its rows, and mostly is done after one look. */
function onPostgres(of: CausesOf): string[] {
  const { table, causes: ofTable } = of;
  const isNew = (cause: Cause) => cause.of.length === 0;
  const triggers = [
    { on: "INSERT", referencing: "NEW TABLE AS added", those: ofTable.filter(isNew) },
    {
      on: "UPDATE",
      referencing: "OLD TABLE AS removed NEW TABLE AS added",
      those: ofTable.filter((cause) => !isNew(cause)),
    },
  ].filter(({ those }) => those.length > 0);
  return triggers.flatMap(({ on, referencing, those }) => {
    const name = `${table}_${on === "INSERT" ? "added" : "changed"}_told`;
    return [
      inFunction(
        name,
        `IF EXISTS (SELECT 1 FROM "webhookWants") THEN ${those.map((cause) => inserting(of, cause)).join(" ")} END IF;`,
      ),
      `CREATE TRIGGER "${name}" AFTER ${on} ON "${table}" REFERENCING ${referencing}
        FOR EACH STATEMENT EXECUTE FUNCTION "${name}"()`,
    ];
  });
}

function inserting({ key, json: _json, ...of }: CausesOf, { type, of: written, when, subject, row }: Cause): string {
  const kept =
    row === null
      ? "NULL::text"
      : `json_build_object(${row.map((name) => `'${name}', after."${name}"`).join(", ")})::text`;
  const from =
    written.length === 0
      ? "added AS after"
      : `added AS after JOIN removed AS before ON ${key.map((name) => `before."${name}" = after."${name}"`).join(" AND ")}`;
  // Of several parts of one campaign that came to a stop in one statement it is told once.
  return `INSERT INTO "webhookEvents" (${columns})
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), "workspaceId", '${type}', "subject",
      (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, "row"
    FROM (SELECT DISTINCT after."workspaceId" AS "workspaceId", ${subject("after")} AS "subject", ${kept} AS "row"
      FROM ${from} WHERE ${when({ before: "before", after: "after" })} AND ${isWanted("after", type)}) AS "${of.table}";`;
}

const postgresAddressing = [
  inFunction(
    "addressWebhookEvents",
    `INSERT INTO "webhookDeliveries" (${addressed})
      SELECT want."webhookId", event."id", event."workspaceId", event."type", event."subject", event."number",
        'waiting', 0, 0
      FROM added AS event JOIN "webhookWants" AS want
        ON want."workspaceId" = event."workspaceId" AND want."type" = event."type";`,
  ),
  `CREATE TRIGGER "webhook_events_addressed" AFTER INSERT ON "webhookEvents" REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "addressWebhookEvents"()`,
];

function inFunction(name: string, body: string): string {
  return `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`;
}

function triggerName(table: string, type: string): string {
  return `${table}_${type.replace(".", "_")}_told`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
