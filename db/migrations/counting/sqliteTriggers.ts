import { countedBy, deliveryCounts } from "./deliveryCounts.ts";

/** SQLite calls a trigger for each row; a condition is 1 or 0 there. */
export const sqliteTriggers: readonly string[] = [
  `CREATE TRIGGER "campaigns_counted" AFTER INSERT ON "campaigns" BEGIN
    INSERT INTO "campaignCounts" ("campaignId", "ownerId") VALUES (NEW."id", NEW."ownerId"); END`,
  `CREATE TRIGGER "campaigns_uncounted" AFTER DELETE ON "campaigns" BEGIN
    DELETE FROM "campaignCounts" WHERE "campaignId" = OLD."id"; END`,
  `CREATE TRIGGER "deliveries_counted" AFTER INSERT ON "deliveries" BEGIN
    ${counting("NEW", (column) => `+ ${column("NEW.")}`)}; END`,
  `CREATE TRIGGER "deliveries_recounted" AFTER UPDATE OF ${countedBy.map((name) => `"${name}"`).join(", ")}
    ON "deliveries" WHEN ${countedBy.map((name) => `OLD."${name}" IS NOT NEW."${name}"`).join(" OR ")} BEGIN
    ${counting("NEW", (column) => `+ ${column("NEW.")} - ${column("OLD.")}`)}; END`,
  `CREATE TRIGGER "deliveries_uncounted" AFTER DELETE ON "deliveries" BEGIN
    ${counting("OLD", (column) => `- ${column("OLD.")}`)}; END`,
];

export const sqliteMemberTriggers: readonly string[] = [
  `CREATE TRIGGER "memberships_counted" AFTER INSERT ON "memberships" BEGIN
    UPDATE "collections" SET "leadCount" = "leadCount" + 1 WHERE "id" = NEW."collectionId"; END`,
  `CREATE TRIGGER "memberships_uncounted" AFTER DELETE ON "memberships" BEGIN
    UPDATE "collections" SET "leadCount" = "leadCount" - 1 WHERE "id" = OLD."collectionId"; END`,
];

function counting(row: "NEW" | "OLD", change: (isCounted: (row: string) => string) => string): string {
  const sets = Object.entries(deliveryCounts).map(([name, isCounted]) => `"${name}" = "${name}" ${change(isCounted)}`);
  return `UPDATE "campaignCounts" SET ${sets.join(", ")} WHERE "campaignId" = ${row}."campaignId"`;
}
