import { deliveryCounts } from "../counting/deliveryCounts.ts";
import { postgresTriggers } from "../counting/postgresTriggers.ts";
import { sqliteTriggers } from "../counting/sqliteTriggers.ts";
import type { StepCode } from "../step.ts";

/**
 * Counts what is stored, once; from then on the database does so by itself, so that no statement that changes
 * deliveries can forget to. Triggers belong to their table: a step that builds `deliveries` or `campaigns` anew (SQLite
 * has some changes made that way) has to make them anew as well.
 */
export const code: StepCode = function* ({ dialect }) {
  const columns = Object.keys(deliveryCounts).map((name) => `"${name}"`);
  const sums = Object.values(deliveryCounts).map(
    (isCounted) => `count(CASE WHEN ${isCounted('"deliveries".')} THEN 1 END)`,
  );
  yield {
    sql: `INSERT INTO "campaignCounts" ("campaignId", "ownerId", ${columns.join(", ")})
      SELECT "campaigns"."id", "campaigns"."ownerId", ${sums.join(", ")}
      FROM "campaigns" LEFT JOIN "deliveries" ON "deliveries"."campaignId" = "campaigns"."id"
      GROUP BY "campaigns"."id", "campaigns"."ownerId"`,
  };
  for (const sql of dialect === "sqlite" ? sqliteTriggers : postgresTriggers) yield { sql };
};
