import { countedBy, deliveryCounts } from "./deliveryCounts.ts";

/**
 * PostgreSQL calls a trigger once for a statement, with all of its rows: one change of a count for however many
 * deliveries, since each change leaves a dead row behind.
 */
export const postgresTriggers: readonly string[] = [
  inFunction(
    "countCampaign",
    `IF TG_OP = 'INSERT' THEN
      INSERT INTO "campaignCounts" ("campaignId", "ownerId") VALUES (NEW."id", NEW."ownerId");
    ELSE
      DELETE FROM "campaignCounts" WHERE "campaignId" = OLD."id";
    END IF;`,
  ),
  `CREATE TRIGGER "campaigns_counted" AFTER INSERT OR DELETE ON "campaigns"
    FOR EACH ROW EXECUTE FUNCTION "countCampaign"()`,
  inFunction(
    "countDeliveries",
    `IF TG_OP = 'INSERT' THEN
      ${counting(of("added", 1))};
    ELSIF TG_OP = 'DELETE' THEN
      ${counting(of("removed", -1))};
    ELSE
      ${counting(`${of("added", 1)} UNION ALL ${of("removed", -1)}`)};
    END IF;`,
  ),
  trigger("deliveries_counted", "INSERT", "NEW TABLE AS added"),
  trigger("deliveries_recounted", "UPDATE", "OLD TABLE AS removed NEW TABLE AS added"),
  trigger("deliveries_uncounted", "DELETE", "OLD TABLE AS removed"),
];

export const postgresMemberTriggers: readonly string[] = [
  inFunction(
    "countMembers",
    `IF TG_OP = 'INSERT' THEN ${countingMembers("added", "+")}; ELSE ${countingMembers("removed", "-")}; END IF;`,
  ),
  memberTrigger("memberships_counted", "INSERT", "NEW TABLE AS added"),
  memberTrigger("memberships_uncounted", "DELETE", "OLD TABLE AS removed"),
];

function trigger(name: string, on: string, referencing: string): string {
  return `CREATE TRIGGER "${name}" AFTER ${on} ON "deliveries" REFERENCING ${referencing}
    FOR EACH STATEMENT EXECUTE FUNCTION "countDeliveries"()`;
}

function memberTrigger(name: string, on: string, referencing: string): string {
  return `CREATE TRIGGER "${name}" AFTER ${on} ON "memberships" REFERENCING ${referencing}
    FOR EACH STATEMENT EXECUTE FUNCTION "countMembers"()`;
}

function countingMembers(rows: string, sign: "+" | "-"): string {
  return `UPDATE "collections" AS counted SET "leadCount" = counted."leadCount" ${sign} moved.leads
    FROM (SELECT "collectionId", count(*) AS leads FROM ${rows} GROUP BY "collectionId") AS moved
    WHERE counted."id" = moved."collectionId"`;
}

function inFunction(name: string, body: string): string {
  return `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$`;
}

function of(rows: string, sign: 1 | -1): string {
  return `SELECT "campaignId", ${countedBy.map((name) => `"${name}"`).join(", ")}, ${sign} AS "sign" FROM ${rows}`;
}

/** What comes to nothing is left alone: most updates change no state at all. */
function counting(rows: string): string {
  const entries = Object.entries(deliveryCounts);
  const sums = entries.map(
    ([name, isCounted]) => `coalesce(sum("sign") FILTER (WHERE ${isCounted("")}), 0) AS "${name}"`,
  );
  const sets = entries.map(([name]) => `"${name}" = counts."${name}" + moved."${name}"`);
  const isChanged = entries.map(([name]) => `moved."${name}" <> 0`);
  return `UPDATE "campaignCounts" AS counts SET ${sets.join(", ")}
    FROM (SELECT "campaignId", ${sums.join(", ")} FROM (${rows}) AS changed GROUP BY "campaignId") AS moved
    WHERE counts."campaignId" = moved."campaignId" AND (${isChanged.join(" OR ")})`;
}
