import type { StepContext } from "../step.ts";

/** What is told of a delivery by the moment at which it was, and how much of it stands with a domain. */
const marks = [
  { column: "openedAt", counted: "opened" },
  { column: "machineOpenedAt", counted: "machineOpened" },
  { column: "clickedAt", counted: "clicked" },
] as const;

/** Behind the last @, in the words of both databases. */
const domainOf = (email: string) => `substr(${email}, length(rtrim(${email}, replace(${email}, '@', ''))) + 1)`;
const minuteOf = (at: string) => `${at} - ${at} % 60000`;

/**
 * Keeps `campaignTimes` and `campaignDomains` in the commit that changes what was opened or followed. A mail that is sent is
 * none of their business: they are asked only where one of these columns is written, which sending never does.
 */
export function momentTriggers(dialect: StepContext["dialect"]): string[] {
  const all = [...marks.map(markTrigger), machineClicks("INSERT"), machineClicks("UPDATE")];
  return all.flatMap((trigger) => (dialect === "sqlite" ? [onSqlite(trigger)] : onPostgres(trigger)));
}

type Trigger = { name: string; on: string; when: string; statements: string[] };

function markTrigger({ column, counted }: (typeof marks)[number]): Trigger {
  const change = (row: "OLD" | "NEW", by: 1 | -1) => [
    // What was not there yet is no moment of the old row, and a mark that is taken back none of the new one.
    `INSERT INTO "campaignTimes" ("campaignId", "at", "workspaceId", "${counted}")
      SELECT ${row}."campaignId", ${minuteOf(`${row}."${column}"`)}, ${row}."workspaceId", ${by}
      WHERE ${row}."${column}" IS NOT NULL
      ON CONFLICT ("campaignId", "at") DO UPDATE SET "${counted}" = "campaignTimes"."${counted}" + ${by}`,
    `INSERT INTO "campaignDomains" ("campaignId", "domain", "workspaceId", "${counted}")
      SELECT ${row}."campaignId", ${domainOf(`${row}."email"`)}, ${row}."workspaceId", ${by}
      WHERE ${row}."${column}" IS NOT NULL
      ON CONFLICT ("campaignId", "domain") DO UPDATE SET "${counted}" = "campaignDomains"."${counted}" + ${by}`,
  ];
  return {
    name: `deliveries_${counted}_timed`,
    on: `UPDATE OF "${column}" ON "deliveries"`,
    when: `OLD."${column}" IS DISTINCT FROM NEW."${column}"`,
    statements: [...change("OLD", -1), ...change("NEW", 1)],
  };
}

/** What machines follow is not marked on a delivery, and stands in the clicks alone. */
function machineClicks(on: "INSERT" | "UPDATE"): Trigger {
  const grown = on === "INSERT" ? `NEW."machineClicks"` : `(NEW."machineClicks" - OLD."machineClicks")`;
  return {
    name: on === "INSERT" ? "clicks_timed" : "clicks_retimed",
    on: on === "INSERT" ? `INSERT ON "clicks"` : `UPDATE OF "machineClicks" ON "clicks"`,
    when: `${grown} > 0`,
    statements: [
      `INSERT INTO "campaignTimes" ("campaignId", "at", "workspaceId", "machineClicked")
        SELECT "links"."campaignId", ${minuteOf(`NEW."seenAt"`)}, NEW."workspaceId", ${grown}
        FROM "links" WHERE "links"."id" = NEW."linkId"
        ON CONFLICT ("campaignId", "at") DO UPDATE
        SET "machineClicked" = "campaignTimes"."machineClicked" + ${grown}`,
    ],
  };
}

function onSqlite({ name, on, when, statements }: Trigger): string {
  return `CREATE TRIGGER "${name}" AFTER ${on} WHEN ${when} BEGIN ${statements.map((sql) => `${sql};`).join(" ")} END`;
}

function onPostgres({ name, on, when, statements }: Trigger): string[] {
  const body = statements.map((sql) => `${sql};`).join(" ");
  return [
    `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`,
    `CREATE TRIGGER "${name}" AFTER ${on} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION "${name}"()`,
  ];
}

/** What is there already, counted once; mails that are noted are counted with their note (`mailCounts.ts`). */
export const momentsSoFar: readonly string[] = [
  `INSERT INTO "campaignTimes" ("campaignId", "at", "workspaceId", "sent", "opened", "machineOpened", "clicked", "machineClicked")
    SELECT "campaignId", "at", "workspaceId", sum("sent"), sum("opened"), sum("machineOpened"), sum("clicked"), sum("machineClicked")
    FROM (${[
      moments(
        "sentAt",
        "sent",
        `"state" = 'sent' AND NOT EXISTS (SELECT 1 FROM "uncountedMails" WHERE "deliveryId" = "deliveries"."id")`,
      ),
      ...marks.map(({ column, counted }) => moments(column, counted, "1 = 1")),
      `SELECT "links"."campaignId", ${minuteOf(`"clicks"."seenAt"`)} AS "at", "clicks"."workspaceId",
        0 AS "sent", 0 AS "opened", 0 AS "machineOpened", 0 AS "clicked", "clicks"."machineClicks" AS "machineClicked"
        FROM "clicks" INNER JOIN "links" ON "links"."id" = "clicks"."linkId" WHERE "clicks"."machineClicks" > 0`,
    ].join(" UNION ALL ")}) AS "moments" GROUP BY "campaignId", "at", "workspaceId"`,
  `INSERT INTO "campaignDomains" ("campaignId", "domain", "workspaceId", "sent", "opened", "machineOpened", "clicked")
    SELECT "campaignId", ${domainOf('"email"')} AS "domain", "workspaceId",
      count(CASE WHEN "state" = 'sent' AND NOT EXISTS (SELECT 1 FROM "uncountedMails" WHERE "deliveryId" = "deliveries"."id") THEN 1 END),
      count("openedAt"), count("machineOpenedAt"), count("clickedAt")
    FROM "deliveries" WHERE "state" = 'sent' OR "openedAt" IS NOT NULL OR "machineOpenedAt" IS NOT NULL OR "clickedAt" IS NOT NULL
    GROUP BY "campaignId", ${domainOf('"email"')}, "workspaceId"`,
];

function moments(column: string, counted: string, also: string): string {
  const each = ["sent", "opened", "machineOpened", "clicked", "machineClicked"].map(
    (name) => `${name === counted ? 1 : 0} AS "${name}"`,
  );
  return `SELECT "campaignId", ${minuteOf(`"${column}"`)} AS "at", "workspaceId", ${each.join(", ")}
    FROM "deliveries" WHERE "${column}" IS NOT NULL AND ${also}`;
}
