import { normalAddress } from "../../../contract/address.ts";
import { searchTextOf } from "../../stores/leads/leads.ts";
import type { Query, Row, StepContext } from "../step.ts";
import { hashingOf } from "./hashingOf.ts";
import { moveDeliveries } from "./moveDeliveries.ts";
import { writtenOtherwise } from "./writtenOtherwise.ts";

/** Leads as their rows hold them; a boolean is a number on SQLite. */
type Lead = {
  id: string;
  ownerId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  optout: boolean | number;
  emailCount: number;
  openedCount: number;
  createdAt: number;
  updatedAt: number;
};
type Group = { email: string; leads: Lead[] };

/** Gives leads the normal form of their address. Those of one owner that have the same become the oldest of them. */
export function* mergeLeads(context: StepContext): Generator<Query, void, Row[]> {
  const groups = yield* groupsOf(context);
  if (groups.length === 0) return;
  const hash = yield* hashingOf(context);
  yield* listRespelled(groups);
  yield* moveDeliveries();
  yield* moveMemberships();
  yield* moveImportChanges();
  yield {
    sql: `UPDATE "leadCounts" SET "count" = "count" - (SELECT count(*) FROM "respelled"
      WHERE "respelled"."ownerId" = "leadCounts"."ownerId" AND "id" <> "keptId")`,
  };
  // Before the addresses change, which are unique.
  yield { sql: `DELETE FROM "leads" WHERE "id" IN (SELECT "id" FROM "respelled" WHERE "id" <> "keptId")` };
  for (const group of groups) yield* writeKept(group, hash);
  yield { sql: `DROP TABLE "respelled"` };
}

/** The leads to be changed, and with them those that have the normal form already; the oldest of a group first. */
function* groupsOf({ dialect }: StepContext): Generator<Query, Group[], Row[]> {
  const isMeant = writtenOtherwise(dialect, '"email"');
  const rows = (yield { sql: `SELECT * FROM "leads" WHERE ${isMeant}` }) as unknown as Lead[];
  const groups = new Map<string, Group>();
  for (const lead of rows) {
    const email = normalAddress(lead.email);
    if (email === lead.email) continue;
    const key = JSON.stringify([lead.ownerId, email]);
    const group = groups.get(key);
    if (group) group.leads.push(lead);
    else {
      const normal = yield {
        sql: `SELECT * FROM "leads" WHERE "ownerId" = $1 AND "email" = $2`,
        values: [lead.ownerId, email],
      };
      groups.set(key, { email, leads: [lead, ...(normal as unknown as Lead[])] });
    }
  }
  const byAge = (a: Lead, b: Lead) => Number(a.createdAt) - Number(b.createdAt) || (a.id < b.id ? -1 : 1);
  return [...groups.values()].map(({ email, leads }) => ({ email, leads: leads.toSorted(byAge) }));
}

/** A table of our own: what refers to leads has no index by them, so all of it is changed in one pass each. */
function* listRespelled(groups: readonly Group[]): Generator<Query, void, Row[]> {
  yield {
    sql: `CREATE TEMPORARY TABLE "respelled" ("id" TEXT PRIMARY KEY, "keptId" TEXT NOT NULL, "ownerId" TEXT NOT NULL,
      "was" TEXT NOT NULL, "email" TEXT NOT NULL, "isAlone" INTEGER NOT NULL)`,
  };
  for (const { email, leads } of groups)
    for (const lead of leads)
      yield {
        sql: `INSERT INTO "respelled" VALUES ($1, $2, $3, $4, $5, $6)`,
        values: [lead.id, leads[0]?.id ?? "", lead.ownerId, lead.email, email, leads.length === 1 ? 1 : 0],
      };
}

function* moveMemberships(): Generator<Query, void, Row[]> {
  yield {
    sql: `INSERT INTO "memberships" ("collectionId", "leadId")
      SELECT "memberships"."collectionId", "respelled"."keptId" FROM "memberships"
      JOIN "respelled" ON "respelled"."id" = "memberships"."leadId" WHERE "respelled"."id" <> "respelled"."keptId"
      ON CONFLICT DO NOTHING`,
  };
  yield {
    sql: `DELETE FROM "memberships" WHERE "leadId" IN (SELECT "id" FROM "respelled" WHERE "id" <> "keptId")`,
  };
}

/**
 * An undo gives a lead back what it had only where it is as the import left it, and the address is part of that. A
 * merged lead is not, so it keeps what it has; it only leaves the collection that the import put it into.
 */
function* moveImportChanges(): Generator<Query, void, Row[]> {
  yield {
    sql: `UPDATE "importChanges" SET
        "wrote" = substr("wrote", 1, length("wrote") - length("respelled"."was")) || "respelled"."email"
      FROM "respelled" WHERE "respelled"."id" = "importChanges"."leadId" AND "respelled"."isAlone" = 1
        AND "wrote" LIKE '%' || $1 || "respelled"."was"`,
    values: [String.fromCharCode(31)],
  };
  yield {
    sql: `UPDATE "importChanges" SET "leadId" = "respelled"."keptId" FROM "respelled"
      WHERE "respelled"."id" = "importChanges"."leadId" AND "respelled"."id" <> "respelled"."keptId"`,
  };
}

/** The oldest keeps its names; what it lacks comes from the others. Whoever opted out as any of them is out. */
function* writeKept(
  { email, leads }: Group,
  hash: (address: string) => string,
): Generator<Query, void, Row[]> {
  const [kept] = leads;
  if (kept === undefined) return;
  const first = (read: (lead: Lead) => string) => leads.map(read).find((text) => text !== "") ?? "";
  const sum = (read: (lead: Lead) => number) => leads.reduce((total, lead) => total + Number(read(lead)), 0);
  const [lastName, phone] = [first((lead) => lead.lastName), first((lead) => lead.phone)];
  const optout = leads.some((lead) => Boolean(lead.optout));
  const updatedAt = Math.max(...leads.map((lead) => Number(lead.updatedAt)));
  yield {
    sql: `UPDATE "leads" SET "email" = $1, "emailHash" = $2, "lastName" = $3, "phone" = $4, "searchText" = $5,
      "optout" = $6, "emailCount" = $7, "openedCount" = $8, "updatedAt" = $9 WHERE "id" = $10`,
    values: [
      ...[email, hash(email), lastName, phone, searchTextOf({ ...kept, email, lastName, phone }), optout],
      ...[sum((lead) => lead.emailCount), sum((lead) => lead.openedCount), updatedAt, kept.id],
    ],
  };
  // Every opted-out lead has its suppression, so that deleting and adding it again changes nothing.
  if (optout)
    yield {
      sql: `INSERT INTO "suppressions" ("ownerId", "emailHash", "source", "createdAt") VALUES ($1, $2, 'owner', $3)
        ON CONFLICT ("ownerId", "emailHash") DO NOTHING`,
      values: [kept.ownerId, hash(email), updatedAt],
    };
}
