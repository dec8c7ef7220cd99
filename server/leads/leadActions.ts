import { Refusal } from "../../contract/errors.ts";
import type { PlannedScope, Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { RowAnswer } from "../../contract/schemas/lead.ts";
import type { LeadAction, LeadActionAnswer, LeadChoice } from "../../contract/schemas/leadActions.ts";
import { createDeletedLeadStore } from "../../db/stores/leads/deletedLeads.ts";
import { createLeadBulkStore, type LeadBulkStore } from "../../db/stores/leads/leadBulk.ts";
import { createLeadListStore, type LeadListStore, type ListedLead } from "../../db/stores/leads/leadLists.ts";
import type { LeadMatch } from "../../db/stores/leads/leadMatch.ts";
import type { Core } from "../core/core.ts";
import { namedRows } from "../core/namedRows.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { createCollectionNames } from "./collectionNames.ts";
import { leadsMaxOf, overPlan, refuseOverPlan } from "./leadAllowance.ts";
import { createLeadMatcher, type LeadMatcher } from "./leadMatching.ts";

export type LeadActionService = ReturnType<typeof createLeadActionService>;

type Reading = { order: "asc" | "desc"; beyond: string | null; countMax: number; batchMax?: number };
/** `size` counts those too that are left out by name; `last` is where the next batch goes on. */
type Meant = { ids: readonly string[] } | { match: LeadMatch; leftOut: ReadonlySet<string> };
type Chosen = { ids: readonly string[]; size: number; last: string };

/**
 * What a person does to many leads at once, in batches between which everybody else is served. What is cut short has
 * done whole batches, and may be done again.
 */
export function createLeadActionService(core: Core) {
  const lists = createLeadListStore(core.database);
  const meant = settling(createLeadMatcher(core));
  const bulk = createLeadBulkStore(core.database);
  const deletions = createDeletions(core);
  const collectionNames = createCollectionNames(core);

  /** Those who are meant, in batches that are written at once. */
  async function* chosen(which: Meant, reading: Reading): AsyncGenerator<Chosen> {
    const { batchMax = leadLimits.writeBatch } = reading;
    if ("ids" in which) {
      for (const ids of inBatches(which.ids, batchMax)) yield { ids, size: ids.length, last: "" };
      return;
    }
    const { match, leftOut } = which;
    let { beyond, countMax } = reading;
    while (countMax > 0) {
      const found = await lists.nextIds(match, {
        beyond,
        order: reading.order,
        countMax: Math.min(countMax, leadLimits.idsRead),
      });
      for (const ids of inBatches(found, batchMax))
        yield { ids: ids.filter((id) => !leftOut.has(id)), size: ids.length, last: ids.at(-1) ?? "" };
      beyond = found.at(-1) ?? null;
      countMax -= found.length;
      if (beyond === null) return;
    }
  }

  async function collectionIdOf(workspaceId: WorkspaceId, name: string): Promise<string> {
    const known = (await collectionNames(workspaceId, [name])).get(name) ?? name;
    const id = await lists.collectionIdNamed({ workspaceId, name: known });
    if (id === null) throw refused("collection_not_found");
    return id;
  }

  return {
    ...deletions,

    /**
     * The newest first, so that nobody is meant who is added meanwhile.
     *
     * @throws {Refusal} not_found where the collection is gone.
     */
    async act(
      { workspaceId, userId }: Scope,
      action: LeadAction,
      { tellsRows = false }: { tellsRows?: boolean } = {},
    ): Promise<LeadActionAnswer> {
      const now = core.clock.now();
      const deletionId = action.action === "delete" ? (action.deletionId ?? core.newId()) : null;
      const collectionId = "collection" in action ? await collectionIdOf(workspaceId, action.collection) : "";
      const perform = performing(bulk, { action, workspaceId, userId, collectionId, deletionId, now });
      const { beyond = null, countMax = Number.POSITIVE_INFINITY } = action;
      let [count, seen, next] = [0, 0, ""];
      const named = tellsRows && "ids" in action.which ? action.which.ids : null;
      const [there, changed] = [new Set<string>(), new Set<string>()];
      const which = await meant(workspaceId, action.which);
      const batchMax = action.action === "delete" ? leadLimits.removeBatch : leadLimits.writeBatch;
      for await (const batch of chosen(which, { order: "desc", beyond, countMax, batchMax })) {
        if (named !== null)
          for (const id of await bulk.existing({ workspaceId, ids: batch.ids })) there.add(id);
        const done = await perform(batch.ids);
        if (named !== null) for (const id of done) changed.add(id);
        count += done.length;
        seen += batch.size;
        next = batch.last;
        await yieldToOthers();
      }
      return {
        count,
        deletionId: count > 0 ? deletionId : null,
        ...(seen < countMax || next === "" ? {} : { next }),
        ...(named === null ? {} : { rows: rowsOfNamed(named, { there, changed }) }),
      };
    },

    /** The leads that are meant, oldest first, in batches. @throws {Refusal} as a question does, before the first one. */
    async exported({ workspaceId }: Scope, which: LeadChoice): Promise<AsyncGenerator<ListedLead[]>> {
      const sorted = "ids" in which ? { ids: which.ids.toSorted() } : which;
      const all = { order: "asc", beyond: null, countMax: Number.POSITIVE_INFINITY } as const;
      return rowsOf(lists, { workspaceId, batches: chosen(await meant(workspaceId, sorted), all) });
    },
  };
}

type Acting = Pick<Scope, "workspaceId" | "userId"> & {
  action: LeadAction;
  collectionId: string;
  deletionId: string | null;
  now: number;
};

/** Does it to a batch, and answers for which leads it changed anything. */
function performing(bulk: LeadBulkStore, acting: Acting) {
  const { action, workspaceId, userId, collectionId, deletionId, now } = acting;
  return (ids: readonly string[]): Promise<string[]> => {
    switch (action.action) {
      case "addTo":
        return bulk.addTo({ workspaceId, ids, collectionId });
      case "removeFrom":
        return bulk.removeFrom({ workspaceId, ids, collectionId });
      case "optOut":
        return bulk.optOut({ workspaceId, ids, now });
      case "setConsent": {
        const { consent } = action;
        return bulk.setConsent({ workspaceId, ids, now, consent, how: "by_person", by: userId });
      }
      case "delete":
        return bulk.remove({ workspaceId, ids, now, deletionId: deletionId ?? "" });
    }
  };
}

/** What became of each lead that was named, in their order. */
function rowsOfNamed(
  ids: readonly string[],
  { there, changed }: { there: ReadonlySet<string>; changed: ReadonlySet<string> },
): RowAnswer[] {
  const missing = { _id: null, cause: reason("lead_not_found") };
  return namedRows({
    ids,
    field: "which.ids",
    outcomeOf: (id) => (there.has(id) ? (changed.has(id) ? "changed" : "unchanged") : missing),
  });
}

/** Which leads are meant, settled before anything is done or answered: a question may name what is gone. */
function settling(matchOf: LeadMatcher) {
  return async (workspaceId: WorkspaceId, which: LeadChoice): Promise<Meant> => {
    if ("ids" in which) return { ids: [...new Set(which.ids)] };
    const match = await matchOf({ workspaceId, ...which.matching });
    return { match, leftOut: new Set(which.matching.except) };
  };
}

async function* rowsOf(
  lists: Pick<LeadListStore, "rowsOf">,
  { workspaceId, batches }: { workspaceId: WorkspaceId; batches: AsyncGenerator<Chosen> },
): AsyncGenerator<ListedLead[]> {
  for await (const { ids } of batches) {
    yield await lists.rowsOf({ workspaceId, ids });
    await yieldToOthers();
  }
}

function createDeletions(core: Core) {
  const deleted = createDeletedLeadStore(core.database);

  async function forgetOld(): Promise<void> {
    const before = core.clock.now() - leadLimits.undoMs;
    while (await deleted.forget({ before, countMax: leadLimits.writeBatch })) await yieldToOthers();
  }

  return {
    /**
     * As many as the plan has room for, the oldest first. Those that were added again are told by the last of several calls,
     * and come back with another one if the newer lead is gone.
     *
     * @throws {Refusal} not_found when it was too long ago or undone already; plan_limit, by the call after one in steps
     * that brought back all that fitted.
     */
    async undo(
      scope: PlannedScope,
      {
        deletionId,
        countMax = Number.POSITIVE_INFINITY,
      }: { deletionId: string; countMax?: number | undefined },
    ): Promise<{ restored: number; replaced: number; more?: true }> {
      const { workspaceId } = scope;
      const after = core.clock.now() - leadLimits.undoMs;
      const restore = restoringWhatFits(core, deleted, scope);
      const next = (beyond: string, most: number) =>
        deleted.idsOf({ workspaceId, deletionId, after, beyond, countMax: most });
      let [restored, beyond] = [0, ""];
      while (restored < countMax) {
        // Many at once, as a database may sort all that is left for each look.
        const found = await next(beyond, Math.min(leadLimits.idsRead, countMax - restored));
        if (found.length === 0) break;
        beyond = found.at(-1) ?? beyond;
        for (const ids of inBatches(found, leadLimits.removeBatch)) {
          const back = await restore({ deletionId, ids });
          restored += back.restored;
          if (back.refusal === null) await yieldToOthers();
          else if (restored > 0 && Number.isFinite(countMax)) return { restored, replaced: 0, more: true };
          else throw back.refusal;
        }
      }
      if (restored >= countMax && (await next(beyond, 1)).length > 0)
        return { restored, replaced: 0, more: true };
      const replaced = await deleted.countReplaced({ workspaceId, deletionId, after });
      if (restored + replaced === 0) throw refused("nothing_to_bring_back");
      return { restored, replaced };
    },

    forgetOld,
  };
}

type Back = { restored: number; refusal: Refusal | null };

/** Brings a batch back, or the first of it where the plan has no room for all, with the refusal of the others. */
function restoringWhatFits(
  core: Core,
  { restore }: ReturnType<typeof createDeletedLeadStore>,
  scope: PlannedScope,
) {
  const leadsMax = leadsMaxOf(core, scope);
  const { workspaceId } = scope;
  return async (batch: { deletionId: string; ids: readonly string[] }): Promise<Back> => {
    const allow = (counts: Parameters<Parameters<typeof restore>[0]["allow"]>[0]) =>
      refuseOverPlan(scope, { leadsMax, ...counts });
    try {
      return { restored: await restore({ ...batch, workspaceId, allow }), refusal: null };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "plan_limit") throw error;
      const ids = batch.ids.slice(0, Number(error.reason.params.fits));
      if (ids.length === 0) return { restored: 0, refusal: error };
      const restored = await restore({ ...batch, ids, workspaceId, allow });
      return { restored, refusal: overPlan(scope, { leadsMax, fits: 0 }) };
    }
  };
}

function* inBatches(ids: readonly string[], batchMax: number): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += batchMax) yield ids.slice(start, start + batchMax);
}
