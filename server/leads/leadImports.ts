import type { PlannedScope, WorkspaceId } from "../../contract/identity/scope.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import type { BulkAnswer, RowAnswer } from "../../contract/schemas/lead.ts";
import { createLeadImportStore, type RowOutcome } from "../../db/stores/leads/leadImports.ts";
import { createLeadStore } from "../../db/stores/leads/leads.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import type { Core } from "../core/core.ts";
import { longWork } from "../core/longWork.ts";
import { createSharedTurns } from "../core/turns.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { createImportBounds } from "./boundedLeads.ts";
import { createCollectionNames } from "./collectionNames.ts";
import { createFormerOptOuts } from "./formerOptOuts.ts";
import { leadsMaxOf, refuseOverPlan, refuseTooManyCollections } from "./leadAllowance.ts";
import { createLeadFieldReader } from "./leadFields.ts";
import { byAddress, type Draft, type ReadRow, readingRows } from "./readBulkRows.ts";

/** Whether the answer says of each row what became of it. */
type Telling = { tellsRows?: boolean };

export type LeadImportService = ReturnType<typeof createLeadImportService>;

/** Many leads at once, in batches between which everybody else is served. */
export function createLeadImportService(core: Core) {
  const turns = createSharedTurns(core, {
    name: "lead import",
    waitingMax: leadLimits.importsWaiting,
    tooMuch: "imports_waiting",
  });
  const write = createBatchWriter(core);
  const leads = createLeadStore(core.database);
  const suppressions = createSuppressionStore(core.database);
  const definitionsOf = createLeadFieldReader(core);
  const refuseBeyond = createImportBounds(core);

  /** How many of the addresses the owner does not have yet. */
  async function countNew(workspaceId: WorkspaceId, drafts: readonly Draft[]): Promise<number> {
    let known = 0;
    for (const batch of inBatches(drafts, leadLimits.importBatch)) {
      const emails = batch.map((draft) => draft.email);
      known += await leads.countAmong(workspaceId, emails);
      await yieldToOthers();
    }
    return drafts.length - known;
  }

  async function run(
    scope: PlannedScope,
    rows: readonly unknown[],
    { tellsRows }: Telling,
  ): Promise<BulkAnswer> {
    const leadsMax = leadsMaxOf(core, scope);
    const definitions = await definitionsOf(scope);
    const before = Number.isFinite(leadsMax) ? await leads.countOf(scope.workspaceId) : 0;
    // More addresses than the plan holds fit only if all are known, and no more can be known than there are.
    const draftsMax = Math.max(leadsMax, before);
    const read = await longWork(scope, () => readingRows(rows, { draftsMax, definitions }));
    const { drafts, skipped, rejected, optouts } = read;
    await refuseBeyond(scope, drafts);
    if (drafts.length > draftsMax)
      refuseOverPlan(scope, { leadsMax, leadCount: before + drafts.length, added: drafts.length });
    // Whatever can fit goes into one transaction.
    if (drafts.length > leadsMax) {
      const added = await countNew(scope.workspaceId, drafts);
      const leadCount = (await leads.countOf(scope.workspaceId)) + added;
      if (added > 0) refuseOverPlan(scope, { leadsMax, leadCount, added });
    }
    const size = drafts.length <= leadsMax && Number.isFinite(leadsMax) ? leadsMax : leadLimits.importBatch;
    const outcomes = new Map<string, RowOutcome>();
    const answer = { added: 0, updated: 0, skipped, rejected, rejectedOptouts: optouts.length };
    for (const batch of inBatches(drafts, size)) {
      const outcome = await write({ scope, leadsMax, drafts: batch });
      answer.added += outcome.added;
      answer.updated += outcome.updated;
      if (tellsRows) for (const { email } of batch) outcomes.set(email, outcome.outcomeOf(email));
      await yieldToOthers();
    }
    if (optouts.length > 0) {
      const addresses = optouts.map((email) => ({ email, emailHash: core.secrets.hashAddress(email) }));
      await suppressions.optOut({
        workspaceId: scope.workspaceId,
        addresses,
        source: "owner",
        now: core.clock.now(),
      });
    }
    return tellsRows
      ? { ...answer, rows: read.rows.map((row, index) => told(row, { index, outcomes })) }
      : answer;
  }

  return {
    /**
     * Adds or updates a lead for each good row and reports the others by their number. With a plan's limit all
     * of it happens or nothing; without one an import that is cut short has whole batches, and may be run again.
     * @throws {Refusal} plan_limit, conflict (too many collections), rate_limited (too many imports wait).
     */
    import: (scope: PlannedScope, rows: readonly unknown[], telling: Telling = {}): Promise<BulkAnswer> =>
      turns.take(scope, () => run(scope, rows, telling)),
  };
}

/** A row as the answer tells of it. */
function told(
  row: ReadRow,
  { index, outcomes }: { index: number; outcomes: ReadonlyMap<string, RowOutcome> },
): RowAnswer {
  if ("rejected" in row) {
    const { reason, cause } = row.rejected;
    return {
      index,
      outcome: "refused",
      _id: null,
      ...(row.field ? { field: row.field } : {}),
      reason,
      cause,
    };
  }
  const { id = null, outcome = "unchanged" } = outcomes.get(row.email) ?? {};
  const { first } = row;
  return first === undefined ? { index, outcome, _id: id } : { index, outcome: "repeated", _id: id, first };
}

/** Writes one batch. */
function createBatchWriter(core: Core) {
  const imports = createLeadImportStore(core.database);
  const collectionNames = createCollectionNames(core);
  const carryOptOuts = createFormerOptOuts(core);
  return async function write(batch: { scope: PlannedScope; leadsMax: number; drafts: readonly Draft[] }) {
    const { scope, leadsMax, drafts } = batch;
    const { workspaceId } = scope;
    const now = core.clock.now();
    await carryOptOuts(
      workspaceId,
      drafts.map((draft) => draft.email),
    );
    const called = await collectionNames(workspaceId, new Set(drafts.flatMap((draft) => draft.collections)));
    const collections = [...new Set(called.values())].map((name) => ({
      id: core.newId(),
      workspaceId,
      name,
      createdAt: now,
    }));
    // Ids grow in the order of the rows, and "Oldest first" goes by them.
    const rows = new Map(
      drafts.map((draft) => {
        const emailHash = core.secrets.hashAddress(draft.email);
        const names = new Set(draft.collections.map((name) => called.get(name) ?? name));
        return [draft.email, { ...draft, collections: [...names], id: core.newId(), emailHash }];
      }),
    );
    return imports.write({
      workspaceId,
      rows: byAddress(rows),
      collections,
      now,
      consents: { how: "by_call", by: scope.userId, mayRegrant: false },
      allowLeads: Number.isFinite(leadsMax)
        ? (counts) => refuseOverPlan(scope, { leadsMax, ...counts })
        : null,
      allowCollections: refuseTooManyCollections,
    });
  };
}

function* inBatches(drafts: readonly Draft[], size: number): Generator<Draft[]> {
  for (let start = 0; start < drafts.length; start += size) yield drafts.slice(start, start + size);
}
