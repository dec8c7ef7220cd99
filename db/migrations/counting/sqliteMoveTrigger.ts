import { deliveryCounts } from "./deliveryCounts.ts";

/** A delivery that goes over from one campaign to another, and does nothing else in that statement. */
export const sqliteMoveTrigger = `CREATE TRIGGER "deliveries_moved" AFTER UPDATE OF "campaignId"
    ON "deliveries" WHEN OLD."campaignId" IS NOT NEW."campaignId" BEGIN
    ${counting("OLD", "-")}; ${counting("NEW", "+")}; END`;

function counting(row: "OLD" | "NEW", sign: "-" | "+"): string {
  const sets = Object.entries(deliveryCounts).map(
    ([name, isCounted]) => `"${name}" = "${name}" ${sign} ${isCounted(`${row}.`)}`,
  );
  return `UPDATE "campaignCounts" SET ${sets.join(", ")} WHERE "campaignId" = ${row}."campaignId"`;
}
