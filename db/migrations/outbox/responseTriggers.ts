import type { StepContext } from "../step.ts";

/** What came back about a mail that webhooks are told of, by its kind; what is kept is the mail as it is by then. */
const types = { replied: "delivery.replied", complained: "delivery.complained" } as const;

const mailColumns = [
  ...["id", "campaignId", "leadId", "email", "state", "reasonCode", "reasonParams", "reply", "attempts"],
  ...["dueAt", "sentAt", "openedAt", "clickedAt"],
];

/** Of `mailResponses` what `eventTriggers` is of the tables that there were before it. */
export function responseTriggers(dialect: StepContext["dialect"]): string[] {
  return dialect === "sqlite" ? Object.entries(types).map(onSqlite) : onPostgres;
}

const columns = `"id", "workspaceId", "type", "subject", "number", "row"`;

function onSqlite([kind, type]: [string, string]): string {
  const value = (name: string) => (name === "reasonParams" ? `json(mail."${name}")` : `mail."${name}"`);
  const row = `json_object(${mailColumns.map((name) => `'${name}', ${value(name)}`).join(", ")}, '${kind}At', NEW."at")`;
  return `CREATE TRIGGER "mail_responses_${kind}_told" AFTER INSERT ON "mailResponses"
    WHEN NEW."kind" = '${kind}' AND EXISTS (SELECT 1 FROM "webhookWants" AS want
      WHERE want."workspaceId" = NEW."workspaceId" AND want."type" = '${type}') BEGIN
    INSERT INTO "webhookEvents" (${columns}) SELECT 'evt_' || lower(hex(randomblob(16))), NEW."workspaceId",
      '${type}', NEW."deliveryId", max(CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000,
      coalesce((SELECT max("number") FROM "webhookEvents"), 0) + 1), ${row}
      FROM "deliveries" AS mail WHERE mail."id" = NEW."deliveryId"; END`;
}

const onPostgres = [
  `CREATE FUNCTION "mail_responses_told"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT 1 FROM "webhookWants") THEN
      INSERT INTO "webhookEvents" (${columns})
      SELECT 'evt_' || replace(gen_random_uuid()::text, '-', ''), added."workspaceId", want."type",
        added."deliveryId", (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
        json_build_object(${mailColumns.map((name) => `'${name}', mail."${name}"`).join(", ")},
          added."kind" || 'At', added."at")::text
      FROM added JOIN "deliveries" AS mail ON mail."id" = added."deliveryId"
        JOIN (SELECT DISTINCT "workspaceId", "type" FROM "webhookWants") AS want
          ON want."workspaceId" = added."workspaceId" AND want."type" = 'delivery.' || added."kind";
    END IF; RETURN NULL; END $$`,
  `CREATE TRIGGER "mail_responses_told" AFTER INSERT ON "mailResponses" REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "mail_responses_told"()`,
];
