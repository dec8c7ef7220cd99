import { normalAddress } from "../../contract/address.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { addressInUnicode } from "../addressInUnicode.ts";
import { hashingOf } from "../migrations/spelling/hashingOf.ts";
import { writtenOtherwise } from "../migrations/spelling/writtenOtherwise.ts";
import type { Query, Row, StepContext } from "../migrations/step.ts";

/** Databases whose leads and mails are read, and what each calls the workspace that a row belongs to. */
export type Spelled = { schema: "" | "present."; workspace: "workspaceId" | "ownerId" };

/**
 * Lets opt-outs that were kept by the hash of another spelling go by that of the normal form, as a database's own step
 * did (`migrations/spelling/`, which stays as it was): one that is restored meets those of the database from before.
 */
export function* carryOptOuts(
  context: StepContext,
  spelled: readonly Spelled[],
): Generator<Query, void, Row[]> {
  const isMeant = writtenOtherwise(context.dialect, '"email"');
  const places = spelled.flatMap(({ schema, workspace }) =>
    ["leads", "deletedLeads", "deliveries"].map(
      (table) => `SELECT "${workspace}" AS "workspaceId", "email" FROM ${schema}"${table}" WHERE ${isMeant}`,
    ),
  );
  const rows = yield { sql: places.join(" UNION ") };
  if (rows.length === 0) return;
  const hash = yield* hashingOf(context);
  for (const row of rows) {
    const [workspaceId, written] = [String(row.workspaceId), String(row.email)];
    const email = normalAddress(written);
    const emailHash = hash(email);
    const formers = [written, addressInUnicode(email) ?? email]
      .map(hash)
      .filter((former) => former !== emailHash);
    for (const former of new Set(formers)) {
      yield* carry({ workspaceId, emailHash, former });
    }
  }
}

type Carry = { workspaceId: WorkspaceId; emailHash: string; former: string };

/** The recipient's own word outranks the owner's. */
function* carry({ workspaceId, emailHash, former }: Carry): Generator<Query, void, Row[]> {
  const rows = yield {
    sql: `DELETE FROM "suppressions" WHERE "workspaceId" = $1 AND "emailHash" = $2 RETURNING "source", "createdAt", "ownerAt"`,
    values: [workspaceId, former],
  };
  const [row] = rows;
  if (row === undefined) return;
  yield {
    sql: `INSERT INTO "suppressions" ("workspaceId", "emailHash", "source", "createdAt", "ownerAt") VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT ("workspaceId", "emailHash") DO UPDATE SET "source" = 'recipient',
        "ownerAt" = coalesce("suppressions"."ownerAt", excluded."ownerAt") WHERE excluded."source" = 'recipient'`,
    values: [workspaceId, emailHash, row.source ?? null, row.createdAt ?? null, row.ownerAt ?? null],
  };
}
