import type { PlannedScope } from "../../contract/identity/scope.ts";
import type { FieldDefinition } from "../../contract/leads/customFields.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { type BulkAnswer, leadRow, leavingRow } from "../../contract/schemas/lead.ts";
import { createLeadImportStore, type ImportRow } from "../../db/stores/leads/leadImports.ts";
import { createLeadStore } from "../../db/stores/leads/leads.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { longWork } from "../core/longWork.ts";
import { createSharedTurns } from "../core/turns.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { causeOfIssues } from "../http/middleware/errors.ts";
import { createImportBounds } from "./boundedLeads.ts";
import { createFormerOptOuts } from "./formerOptOuts.ts";
import { leadsMaxOf, refuseOverPlan, refuseTooManyCollections } from "./leadAllowance.ts";
import { createLeadFieldReader, readFields, valuesIn } from "./leadFields.ts";

/** A lead as its row or rows have it, before it has an id. */
type Draft = Omit<ImportRow, "id" | "emailHash" | "collections"> & { collections: string[] };

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
  async function countNew(workspaceId: string, drafts: readonly Draft[]): Promise<number> {
    let known = 0;
    for (const batch of inBatches(drafts, leadLimits.importBatch)) {
      const emails = batch.map((draft) => draft.email);
      known += await leads.countAmong(workspaceId, emails);
      await yieldToOthers();
    }
    return drafts.length - known;
  }

  async function run(scope: PlannedScope, rows: readonly unknown[]): Promise<BulkAnswer> {
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
    const answer = { added: 0, updated: 0, skipped, rejected, rejectedOptouts: optouts.length };
    for (const batch of inBatches(drafts, size)) {
      const outcome = await write({ scope, leadsMax, drafts: batch });
      answer.added += outcome.added;
      answer.updated += outcome.updated;
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
    return answer;
  }

  return {
    /**
     * Adds or updates a lead for each good row and reports the others by their number. With a plan's limit all
     * of it happens or nothing; without one an import that is cut short has whole batches, and may be run again.
     * @throws {Refusal} plan_limit, conflict (too many collections), rate_limited (too many imports wait).
     */
    import: (scope: PlannedScope, rows: readonly unknown[]): Promise<BulkAnswer> =>
      turns.take(scope, () => run(scope, rows)),
  };
}

/** Writes one batch. */
function createBatchWriter(core: Core) {
  const imports = createLeadImportStore(core.database);
  const carryOptOuts = createFormerOptOuts(core);
  return async function write(batch: { scope: PlannedScope; leadsMax: number; drafts: readonly Draft[] }) {
    const { scope, leadsMax, drafts } = batch;
    const { workspaceId } = scope;
    const now = core.clock.now();
    await carryOptOuts(
      workspaceId,
      drafts.map((draft) => draft.email),
    );
    const names = new Set(drafts.flatMap((draft) => draft.collections));
    const collections = [...names].map((name) => ({ id: core.newId(), workspaceId, name, createdAt: now }));
    const rows = drafts.map((draft) => {
      const emailHash = core.secrets.hashAddress(draft.email);
      return { ...draft, id: core.newId(), emailHash };
    });
    return imports.write({
      ...{ workspaceId, rows, collections, now },
      consents: { how: "by_call", by: scope.userId, mayRegrant: false },
      allowLeads: Number.isFinite(leadsMax)
        ? (counts) => refuseOverPlan(scope, { leadsMax, ...counts })
        : null,
      allowCollections: refuseTooManyCollections,
    });
  };
}

type ReadRows = {
  drafts: Draft[];
  skipped: number;
  rejected: BulkAnswer["rejected"];
  /** Addresses of rejected rows, and of no others, whose owners opted out. */
  optouts: string[];
};

/** Gives way after each row, and reads none that are behind the first address that is one too many. */
function* readingRows(
  rows: readonly unknown[],
  { draftsMax, definitions }: { draftsMax: number; definitions: readonly FieldDefinition[] },
): Generator<undefined, ReadRows> {
  const drafts = new Map<string, Draft>();
  const rejected: BulkAnswer["rejected"] = [];
  const left = new Set<string>();
  let skipped = 0;
  for (const [index, row] of rows.entries()) {
    if (drafts.size > draftsMax) break;
    yield;
    const result = leadRow.safeParse(row);
    const fields = result.success ? readFields(definitions, result.data.fields) : null;
    if (!result.success || !fields?.ok) {
      const cause = fields?.ok === false ? fields.reason : causeOfIssues(result.error?.issues ?? []);
      rejected.push({ row: index + 1, reason: inWords(cause), cause });
      const leaving = leavingRow.safeParse(row);
      if (leaving.success && leaving.data.optout) left.add(leaving.data.email);
      continue;
    }
    const { collection, optout = false, consent = null, ...data } = result.data;
    const draft = { ...data, fields: valuesIn(fields.patch), collections: collection, optout, consent };
    const earlier = drafts.get(draft.email);
    if (earlier === undefined) drafts.set(draft.email, draft);
    else {
      skipped += 1;
      fillFrom(earlier, draft);
    }
  }
  for (const [email, draft] of drafts) if (left.delete(email)) draft.optout = true;
  return { drafts: byAddress(drafts), skipped, rejected, optouts: [...left] };
}

/** The first row of an address counts; what it lacks comes from the later ones. */
function fillFrom(draft: Draft, later: Draft): void {
  draft.lastName ||= later.lastName;
  draft.phone ||= later.phone;
  draft.optout ||= later.optout;
  // Of a yes and a no for one address the no counts.
  if (later.consent === "denied" || !draft.consent) draft.consent = later.consent ?? null;
  if (later.fields) draft.fields = { ...later.fields, ...draft.fields };
  draft.collections = [...new Set([...draft.collections, ...later.collections])];
}

/**
 * In the order of the index by address: written so, a batch touches few of its pages. The addresses themselves are
 * sorted, as a comparison of ours for each pair would hold everybody up for ten times as long.
 */
function byAddress(drafts: Map<string, Draft>): Draft[] {
  return [...drafts.keys()].sort().flatMap((email) => drafts.get(email) ?? []);
}

function* inBatches(drafts: readonly Draft[], size: number): Generator<Draft[]> {
  for (let start = 0; start < drafts.length; start += size) yield drafts.slice(start, start + size);
}
