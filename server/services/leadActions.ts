import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { LeadAction, LeadActionAnswer, LeadChoice } from "../../contract/schemas/leadActions.ts";
import { createDeletedLeadStore } from "../../db/stores/deletedLeads.ts";
import { createLeadBulkStore } from "../../db/stores/leadBulk.ts";
import { createLeadListStore, type ListedLead } from "../../db/stores/leadLists.ts";
import type { Core } from "../core.ts";
import type { Caller } from "../routes/route.ts";
import { yieldToOthers } from "../yieldToOthers.ts";
import { leadsMaxOf, refuseOverPlan } from "./leadAllowance.ts";
import { matchOf } from "./leadMatching.ts";

export type LeadActionService = ReturnType<typeof createLeadActionService>;

const batchMax = limits.leads.importBatch;

/**
 * What a person does to many leads at once, in batches between which everybody else is served. Who is meant is
 * settled first; what is cut short has done whole batches, and may be done again.
 */
export function createLeadActionService(core: Core) {
  const lists = createLeadListStore(core.database);
  const bulk = createLeadBulkStore(core.database);
  const deletions = createDeletions(core);

  async function idsOf(ownerId: string, which: LeadChoice): Promise<string[]> {
    if ("ids" in which) return [...new Set(which.ids)];
    return lists.idsOf(await matchOf(lists, { ownerId, ...which.matching }), which.matching.except);
  }

  async function collectionIdOf(ownerId: string, name: string): Promise<string> {
    const id = await lists.collectionIdNamed({ ownerId, name });
    if (id === null) throw new Refusal("not_found", "There is no such collection. It may have been deleted.");
    return id;
  }

  return {
    ...deletions,

    /** @throws {Refusal} not_found where the collection is gone. */
    async act(ownerId: string, action: LeadAction): Promise<LeadActionAnswer> {
      const now = core.clock.now();
      const deletionId = action.action === "delete" ? core.newId() : null;
      const collectionId = "collection" in action ? await collectionIdOf(ownerId, action.collection) : "";
      const perform = (ids: readonly string[]) => {
        switch (action.action) {
          case "addTo":
            return bulk.addTo({ ownerId, ids, collectionId });
          case "removeFrom":
            return bulk.removeFrom({ ownerId, ids, collectionId });
          case "optOut":
            return bulk.optOut({ ownerId, ids, now });
          case "delete":
            return bulk.remove({ ownerId, ids, now, deletionId: deletionId ?? "" });
        }
      };
      let count = 0;
      for (const ids of inBatches(await idsOf(ownerId, action.which))) {
        count += await perform(ids);
        await yieldToOthers();
      }
      if (deletionId !== null) deletions.forgetLater();
      return { count, deletionId: count > 0 ? deletionId : null };
    },

    /** The leads that are meant, oldest first, in batches. */
    async *exported(ownerId: string, which: LeadChoice): AsyncGenerator<ListedLead[]> {
      const ids = await idsOf(ownerId, which);
      for (const batch of inBatches(ids.sort())) {
        yield await lists.rowsOf({ ownerId, ids: batch });
        await yieldToOthers();
      }
    },
  };
}

function createDeletions(core: Core) {
  const deleted = createDeletedLeadStore(core.database);

  async function forgetOld(): Promise<void> {
    const before = core.clock.now() - limits.leads.undoMs;
    while (await deleted.forget({ before, countMax: batchMax })) await yieldToOthers();
  }

  return {
    /** @throws {Refusal} not_found when it was too long ago or undone already; plan_limit. */
    async undo(caller: Caller, deletionId: string): Promise<{ restored: number; replaced: number }> {
      const ownerId = caller.uid;
      const leadsMax = leadsMaxOf(core, caller);
      const after = core.clock.now() - limits.leads.undoMs;
      let restored = 0;
      let total = 0;
      for (;;) {
        const ids = await deleted.idsOf({ ownerId, deletionId, after, countMax: batchMax });
        if (ids.length === 0) break;
        total += ids.length;
        restored += await deleted.restore({
          ...{ ownerId, deletionId, ids },
          allow: (counts) => refuseOverPlan(caller, { leadsMax, ...counts }),
        });
        await yieldToOthers();
      }
      if (total === 0)
        throw new Refusal(
          "not_found",
          "This can no longer be undone. It was too long ago, or was undone already.",
        );
      return { restored, replaced: total - restored };
    },

    forgetOld,

    /** Nothing deleted is kept longer than it takes; what a stopped server left behind goes at the next start. */
    forgetLater(): void {
      forgetOld().catch(() => {});
      setTimeout(() => forgetOld().catch(() => {}), limits.leads.undoMs + 1_000).unref();
    },
  };
}

function* inBatches(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += batchMax) yield ids.slice(start, start + batchMax);
}
