import type { StepContext } from "../step.ts";

/**
 * Keeps `leadMails` in the commit that counts mails for their leads: what goes from `uncountedMails` was sent. A mail that was
 * asked for by itself is no lead's, and has its own id for one.
 */
export function lastMailTriggers(dialect: StepContext["dialect"]): readonly string[] {
  return dialect === "sqlite" ? onSqlite : onPostgres;
}

const isLeads = `"sentAt" IS NOT NULL AND "leadId" <> "deliveries"."id"`;
const later = `ON CONFLICT ("workspaceId", "leadId") DO UPDATE SET "lastSentAt" = excluded."lastSentAt"
  WHERE excluded."lastSentAt" > "leadMails"."lastSentAt"`;
const into = `INSERT INTO "leadMails" ("workspaceId", "leadId", "lastSentAt")`;

const onSqlite = [
  `CREATE TRIGGER "uncounted_mails_last" AFTER DELETE ON "uncountedMails" BEGIN
    ${into} SELECT "workspaceId", "leadId", "sentAt" FROM "deliveries" WHERE "id" = OLD."deliveryId" AND ${isLeads}
    ${later}; END`,
];

// Sorted, so that two servers that count at once lock rows in the same order.
const onPostgres = [
  `CREATE FUNCTION "keepLastMails"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${into} SELECT "deliveries"."workspaceId", "deliveries"."leadId", max("sentAt")
      FROM "gone" INNER JOIN "deliveries" ON "deliveries"."id" = "gone"."deliveryId"
      WHERE coalesce("sentAt", 0) > 0 AND "deliveries"."leadId" <> "deliveries"."id"
      GROUP BY "deliveries"."workspaceId", "deliveries"."leadId" ORDER BY "deliveries"."workspaceId", "deliveries"."leadId"
      ${later};
    RETURN NULL; END $$`,
  `CREATE TRIGGER "uncounted_mails_last" AFTER DELETE ON "uncountedMails" REFERENCING OLD TABLE AS "gone"
    FOR EACH STATEMENT EXECUTE FUNCTION "keepLastMails"()`,
];

/** What was sent so far. Mails that are noted and not counted yet come once more, with their note. */
export const lastMailsSoFar = `${into} SELECT "workspaceId", "leadId", max("sentAt") FROM "deliveries"
  WHERE ${isLeads} GROUP BY "workspaceId", "leadId" ORDER BY "workspaceId", "leadId"`;
