import { normalAddress } from "../../../contract/address.ts";
import { type LeadFields, searchTextOf } from "../../stores/leads/leads.ts";
import { carryOptOuts } from "../spelling/carryOptOuts.ts";
import { hashingOf } from "../spelling/hashingOf.ts";
import { mergeLeads } from "../spelling/mergeLeads.ts";
import { writtenOtherwise } from "../spelling/writtenOtherwise.ts";
import type { Query, Row, StepCode, StepContext } from "../step.ts";

/**
 * Before this step two spellings of a mailbox were two addresses: two leads, two opt-outs, two mails. Now everything
 * that is stored has the normal form. Leads that turn out to be one are merged; people and sending accounts never are:
 * where somebody else has the normal form already, theirs stays as it was typed, and goes on working by that spelling.
 */
export const code: StepCode = function* (context) {
  yield* respellUnlessTaken(context, { table: "users", column: "email", among: [] });
  yield* respellUnlessTaken(context, {
    table: "credentials",
    column: "appEmail",
    among: ["ownerId", "provider", "type"],
  });
  // Last of all addresses those by which opt-outs are found, for the old spellings are needed until then.
  const optedOut = yield* carryOptOuts(context, { schemas: [""] });
  yield* mergeLeads(context);
  yield* respellDeleted(context);
  yield* respellDeliveries(context);
  for (const { ownerId, email } of optedOut)
    yield {
      sql: `UPDATE "leads" SET "optout" = true WHERE "ownerId" = $1 AND "email" = $2`,
      values: [ownerId, email],
    };
};

type Place = { table: string; column: string; among: readonly string[] };

/** The older one first: of two spellings that are both not normal it gets the normal form. */
function* respellUnlessTaken(
  { dialect }: StepContext,
  { table, column, among }: Place,
): Generator<Query, void, Row[]> {
  const rows = yield {
    sql: `SELECT * FROM "${table}" WHERE ${writtenOtherwise(dialect, `"${column}"`)} ORDER BY "createdAt", "id"`,
  };
  for (const row of rows) {
    const address = normalAddress(String(row[column]));
    const same = among.map((name, index) => ` AND "${name}" = $${index + 2}`).join("");
    const taken = yield {
      sql: `SELECT "id" FROM "${table}" WHERE "${column}" = $1${same}`,
      values: [address, ...among.map((name) => row[name] ?? null)],
    };
    if (taken.length > 0) continue;
    yield { sql: `UPDATE "${table}" SET "${column}" = $1 WHERE "id" = $2`, values: [address, row.id ?? null] };
  }
}

/** Leads that can still be brought back come back in the normal form. */
function* respellDeleted(context: StepContext): Generator<Query, void, Row[]> {
  const rows = yield {
    sql: `SELECT * FROM "deletedLeads" WHERE ${writtenOtherwise(context.dialect, '"email"')}`,
  };
  if (rows.length === 0) return;
  const hash = yield* hashingOf(context);
  for (const row of rows) {
    const email = normalAddress(String(row.email));
    const lead = { ...(row as unknown as LeadFields), email };
    yield {
      sql: `UPDATE "deletedLeads" SET "email" = $1, "emailHash" = $2, "searchText" = $3
        WHERE "deletionId" = $4 AND "id" = $5`,
      values: [email, hash(email), searchTextOf(lead), row.deletionId ?? null, row.id ?? null],
    };
  }
}

/** What a mail's own link speaks for is the address that it went to, in the form that is suppressed. */
function* respellDeliveries({ dialect }: StepContext): Generator<Query, void, Row[]> {
  const rows = yield {
    sql: `SELECT "id", "email" FROM "deliveries" WHERE ${writtenOtherwise(dialect, '"email"')}`,
  };
  for (const { id, email } of rows)
    yield {
      sql: `UPDATE "deliveries" SET "email" = $1 WHERE "id" = $2`,
      values: [normalAddress(String(email)), id ?? null],
    };
}
