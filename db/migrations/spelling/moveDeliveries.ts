import type { Query, Row } from "../step.ts";

type Delivery = { id: string; campaignId: string; leadId: string; keptId: string; state: string };

/** Of two mails of one campaign to one mailbox the kept lead's is the one that says most of what happened. */
const told = ["sent", "uncertain", "sending", "failed", "deferred", "queued", "skipped"];
const open = new Set(["deferred", "queued"]);
const reason = "Another mail of this campaign goes to the same mailbox";

/**
 * Moves mails to the leads that are kept. A campaign has one mail for each lead; a second one to the same mailbox
 * stays in the ledger as that of a lead that is gone, for its links are in somebody's mailbox, and is never sent.
 */
export function* moveDeliveries(): Generator<Query, void, Row[]> {
  const rows = (yield {
    sql: `SELECT "deliveries"."id", "deliveries"."campaignId", "deliveries"."leadId", "deliveries"."state",
        "respelled"."keptId"
      FROM "deliveries" JOIN "respelled" ON "respelled"."id" = "deliveries"."leadId"
      WHERE "respelled"."isAlone" = 0 ORDER BY "deliveries"."id"`,
  }) as unknown as Delivery[];
  const groups = Map.groupBy(rows, ({ campaignId, keptId }) => JSON.stringify([campaignId, keptId]));
  for (const group of groups.values()) {
    const [kept, ...others] = group.toSorted((a, b) => told.indexOf(a.state) - told.indexOf(b.state));
    if (kept === undefined) continue;
    for (const other of others) yield* standAside(other, kept);
    yield place(kept.id, kept.keptId);
  }
}

/** The place of the kept lead is taken once in a campaign, so whoever has it changes places with the other. */
function* standAside(other: Delivery, kept: Delivery): Generator<Query, void, Row[]> {
  if (open.has(other.state))
    yield {
      sql: `UPDATE "deliveries" SET "state" = 'skipped', "reason" = $1 WHERE "id" = $2`,
      values: [reason, other.id],
    };
  if (other.leadId !== other.keptId) return;
  yield place(kept.id, `moving ${kept.id}`);
  yield place(other.id, kept.leadId);
}

function place(id: string, leadId: string): Query {
  return { sql: `UPDATE "deliveries" SET "leadId" = $1 WHERE "id" = $2`, values: [leadId, id] };
}
