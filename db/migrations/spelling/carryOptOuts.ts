import { normalAddress } from "../../../contract/address.ts";
import { addressInUnicode } from "../../addressInUnicode.ts";
import type { Query, Row, StepContext } from "../step.ts";
import { hashingOf } from "./hashingOf.ts";
import { writtenOtherwise } from "./writtenOtherwise.ts";

type Known = { ownerId: string; email: string };

/**
 * Lets opt-outs that were kept by the hash of another spelling go by that of the normal form. A hash cannot be turned
 * back, but leads and mails say which spellings there were. What they no longer say is looked for when such an address
 * is added again (`carrying` in the store). Answers who was found, by the normal form; their leads are to be opted out.
 * `schemas` are the databases whose leads and mails are read: "" is this one.
 */
export function* carryOptOuts(
  context: StepContext,
  { schemas }: { schemas: readonly ("" | "present.")[] },
): Generator<Query, Known[], Row[]> {
  const isMeant = writtenOtherwise(context.dialect, '"email"');
  const places = schemas.flatMap((schema) =>
    ["leads", "deletedLeads", "deliveries"].map(
      (table) => `SELECT "ownerId", "email" FROM ${schema}"${table}" WHERE ${isMeant}`,
    ),
  );
  const rows = yield { sql: places.join(" UNION ") };
  if (rows.length === 0) return [];
  const hash = yield* hashingOf(context);
  const found: Known[] = [];
  for (const row of rows) {
    const [ownerId, written] = [String(row.ownerId), String(row.email)];
    const email = normalAddress(written);
    const emailHash = hash(email);
    const formers = [written, addressInUnicode(email) ?? email].map(hash).filter((former) => former !== emailHash);
    for (const former of new Set(formers)) {
      const isFound = yield* carry({ ownerId, emailHash, former });
      if (isFound) found.push({ ownerId, email });
    }
  }
  return found;
}

type Carry = { ownerId: string; emailHash: string; former: string };

/** The recipient's own word outranks the owner's. */
function* carry({ ownerId, emailHash, former }: Carry): Generator<Query, boolean, Row[]> {
  const rows = yield {
    sql: `DELETE FROM "suppressions" WHERE "ownerId" = $1 AND "emailHash" = $2 RETURNING "source", "createdAt"`,
    values: [ownerId, former],
  };
  const [row] = rows;
  if (row === undefined) return false;
  yield {
    sql: `INSERT INTO "suppressions" ("ownerId", "emailHash", "source", "createdAt") VALUES ($1, $2, $3, $4)
      ON CONFLICT ("ownerId", "emailHash") DO UPDATE SET "source" = 'recipient' WHERE excluded."source" = 'recipient'`,
    values: [ownerId, emailHash, row.source ?? null, row.createdAt ?? null],
  };
  return true;
}
