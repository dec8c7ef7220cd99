import { z } from "zod";
import type { Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import { plainCollectionName } from "../../contract/leads/plainCollectionName.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { refused } from "../../contract/refused.ts";
import type { Collection } from "../../contract/schemas/lead.ts";
import { createCollectionMergeStore } from "../../db/stores/leads/collectionMerge.ts";
import { type CountedCollection, createCollectionStore } from "../../db/stores/leads/collections.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import type { JobHandler } from "../jobs/handler.ts";
import { type Jobs, newJob } from "../jobs/jobs.ts";
import { refuseTooManyCollections } from "./leadAllowance.ts";
import { refusingNeeded } from "./neededByCampaigns.ts";

type Key = Scope & { id: string };

const restOf = z.object({ collectionId: z.string() });

const notFound = () => refused("collection_not_found");
const taken = () => refused("collection_taken", {}, { field: "name" });

export type CollectionService = ReturnType<typeof createCollectionService>;

/** A workspace's collections. Names come in trimmed, lowercased and free of reserved words. */
export function createCollectionService(core: Core, { jobs }: { jobs: Pick<Jobs, "wake"> }) {
  const collections = createCollectionStore(core.database);
  const merging = createCollectionMergeStore(core.database);
  const refuseNeeded = refusingNeeded(core);
  return {
    async list({ workspaceId }: Scope): Promise<Collection[]> {
      return (await collections.ownedBy(workspaceId)).map(collectionAnswer);
    },

    /** @throws {Refusal} conflict when the name is taken or there are as many as are allowed. */
    async add({ workspaceId, name: typed }: Scope & { name: string }): Promise<Collection> {
      const name = plainCollectionName(typed);
      await refuseLookalike({ workspaceId, name });
      const row = { id: core.newId(), workspaceId, name, createdAt: core.clock.now() };
      if (!(await collections.add(row, refuseTooManyCollections))) throw taken();
      return { _id: row.id, name, count: 0 };
    },

    /** @throws {Refusal} not_found, conflict when the name is another's. */
    async rename(key: Key, typed: string): Promise<Collection> {
      const name = plainCollectionName(typed);
      await refuseLookalike({ ...key, name });
      const outcome = await collections.rename(key, name);
      if (outcome === "taken") throw taken();
      const row = outcome === "missing" ? null : await collections.one(key);
      if (row === null) throw notFound();
      return collectionAnswer(row);
    },

    /**
     * Moves the leads of one into another and deletes it, with whoever joins it meanwhile; segments and campaigns that name
     * it name the other one. Keys that are kept to it are not: nobody gave them the other's leads. @throws {Refusal} not_found, also
     * where the other is deleted meanwhile: whoever is still in the first stays there; conflict where both are one, or a
     * campaign still needs the one that goes, or an import writes into it, also one that begins meanwhile.
     */
    async merge({ workspaceId, id }: Key, into: string): Promise<Collection> {
      if (id === into) throw refused("collection_into_itself", {}, { field: "into" });
      const target = await collections.one({ workspaceId, id: into });
      if (target === null || (await collections.one({ workspaceId, id })) === null) throw notFound();
      await refuseNeeded(workspaceId, { what: "collection", id });
      await refuseImported({ workspaceId, id });
      const move = { workspaceId, from: id, into, countMax: leadLimits.importBatch };
      for (;;) {
        while ((await merging.moveSome(move)) > 0) await yieldToOthers();
        const there = await collections.one({ workspaceId, id: into });
        if (there === null) throw notFound();
        const now = core.clock.now();
        if (await merging.removeEmpty({ workspaceId, id, into, now })) return collectionAnswer(there);
        await refuseImported({ workspaceId, id });
      }
    },

    /**
     * The leads stay. What is kept of who was in it goes later, so that a large one keeps nobody waiting.
     * @throws {Refusal} not_found; conflict while a campaign needs it, or an import writes into it.
     */
    async remove({ workspaceId, id }: Key): Promise<void> {
      await refuseNeeded(workspaceId, { what: "collection", id });
      const payload: z.infer<typeof restOf> = { collectionId: id };
      const job = newJob(core, { kind: "forgetMemberships", workspaceId, payload });
      if (await collections.remove({ workspaceId, id }, job)) return jobs.wake();
      await refuseImported({ workspaceId, id });
      throw notFound();
    },

    /** Forgets who was in a collection that is gone; a process that died in the middle of it has done whole batches. */
    forgetting: {
      async run({ workspaceId, payload, signal }) {
        const { collectionId: id } = restOf.parse(payload);
        while ((await collections.forgetSome({ workspaceId, id, countMax: leadLimits.writeBatch })) > 0) {
          signal.throwIfAborted();
          await yieldToOthers();
        }
      },
    } satisfies JobHandler,
  };

  /** Of before there may be names with what nobody sees in them, which the database tells from those without. */
  async function refuseLookalike(of: { workspaceId: WorkspaceId; id?: string; name: string }): Promise<void> {
    const owned = await collections.ownedBy(of.workspaceId);
    if (owned.some(({ id, name }) => id !== of.id && plainCollectionName(name) === of.name)) throw taken();
  }

  async function refuseImported(key: Pick<Key, "workspaceId" | "id">): Promise<void> {
    if (await collections.isImportedInto(key)) throw refused("collection_imported_into");
  }
}

function collectionAnswer({ id, name, count }: CountedCollection): Collection {
  return { _id: id, name, count };
}
