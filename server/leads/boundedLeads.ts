import type { PlannedScope } from "../../contract/identity/scope.ts";
import { plainCollectionName } from "../../contract/leads/plainCollectionName.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import { refused } from "../../contract/refused.ts";
import type { Collection, Lead, LeadChange, LeadInput } from "../../contract/schemas/lead.ts";
import { createBoundedStore } from "../../db/stores/keys/bounded.ts";
import { createLeadListStore } from "../../db/stores/leads/leadLists.ts";
import type { Core } from "../core/core.ts";
import type { CollectionService } from "./collections.ts";
import type { CursorQuery, LeadService, PageQuery } from "./leads.ts";

type Parts = {
  leads: Pick<LeadService, "page" | "next" | "one" | "add" | "change">;
  collections: Pick<CollectionService, "list">;
};
type Key = PlannedScope & { id: string };
/** The collections that a key is kept to, by their ids and by what they are called now. */
export type KeptTo = { ids: readonly string[]; names: ReadonlySet<string> };

export type BoundedLeads = ReturnType<typeof createBoundedLeads>;

/**
 * Leads as a key has them that is kept to some collections: whoever is in one of them, and of their collections those
 * alone. Everybody else has them as they are. That an address is somebody's already is all that is told of the others.
 */
export function createBoundedLeads(core: Pick<Core, "database">, { leads, collections }: Parts) {
  const keptTo = createKeptTo(core);

  async function visible(key: Key, kept: KeptTo): Promise<Lead> {
    const lead = await leads.one(key);
    if (!lead.collection.some((name) => kept.names.has(name))) throw refused("lead_not_found");
    return lead;
  }

  return {
    /** Every lead of the collections, of one after the other. */
    async *all(scope: PlannedScope): AsyncGenerator<Lead[]> {
      const kept = await keptTo(scope);
      const seen = new Set<string>();
      for (const collection of kept?.names ?? [])
        for (let page = 1; ; page++) {
          const { items } = await leads.page(scope, { collection, page, pageSize: pageLimits.sizeMax });
          const fresh = items.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
          yield fresh.map((lead) => shown(lead, kept));
          if (items.length < pageLimits.sizeMax) break;
        }
    },

    /** @throws {Refusal} forbidden for what asks beyond the collections, or names none of several. */
    async page(scope: PlannedScope, query: Omit<PageQuery, "workspaceId">) {
      const kept = await keptTo(scope);
      if (kept === null) return leads.page(scope, query);
      const found = await leads.page(scope, { ...query, collection: collectionAsked(kept, query) });
      return { ...found, items: found.items.map((lead) => shown(lead, kept)) };
    },

    /** The same by cursor. @throws {Refusal} as `page` does; bad_request for a cursor of another list. */
    async next(scope: PlannedScope, query: CursorQuery) {
      const kept = await keptTo(scope);
      if (kept === null) return leads.next(scope, query);
      const found = await leads.next(scope, { ...query, collection: collectionAsked(kept, query) });
      return { ...found, items: found.items.map((lead) => shown(lead, kept)) };
    },

    async one(key: Key): Promise<Lead> {
      const kept = await keptTo(key);
      return kept === null ? leads.one(key) : shown(await visible(key, kept), kept);
    },

    async add(scope: PlannedScope, input: LeadInput): Promise<Lead> {
      const kept = await keptTo(scope);
      if (kept !== null) refuseBeyond(kept, input.collection);
      return shown(await leads.add(scope, input), kept);
    },

    /** What the lead is in besides stays as it is. */
    async change(key: Key, input: LeadChange): Promise<Lead> {
      const kept = await keptTo(key);
      if (kept === null) return leads.change(key, input);
      const before = await visible(key, kept);
      refuseBeyond(kept, input.collection);
      const others = before.collection.filter((name) => !kept.names.has(name));
      return shown(await leads.change(key, { ...input, collection: [...others, ...input.collection] }), kept);
    },

    async collections(scope: PlannedScope): Promise<Collection[]> {
      const kept = scope.only?.collections ?? null;
      const list = await collections.list(scope);
      return kept === null ? list : list.filter(({ _id }) => kept.includes(_id));
    },
  };
}

/** The collections that a scope is kept to; null where it is to none. */
export function createKeptTo({ database }: Pick<Core, "database">) {
  const lists = createLeadListStore(database);
  return async ({ workspaceId, only }: PlannedScope): Promise<KeptTo | null> => {
    const ids = only?.collections ?? null;
    if (ids === null) return null;
    const nameById = await lists.namesById(workspaceId);
    // Of one that is gone it may still be known who was in it.
    const there = ids.filter((id) => nameById.has(id));
    return { ids: there, names: new Set(there.flatMap((id) => nameById.get(id) ?? [])) };
  };
}

/**
 * Which collection a query may look at. Segments and questions may be about anything, so they are no such key's.
 * @throws {Refusal} forbidden.
 */
export function collectionAsked(
  kept: KeptTo,
  query: Pick<PageQuery, "collection" | "segmentId" | "question">,
): string {
  if (query.segmentId !== undefined || query.question !== undefined) throw refused("key_bounded");
  const [first, ...more] = kept.names;
  const asked = query.collection?.trim().toLowerCase();
  // One that looks alike is meant too, and named as the key's own, for another may be called exactly so.
  const own = asked === undefined || kept.names.has(asked) ? asked : plainCollectionName(asked);
  const name = own || (more.length === 0 ? first : undefined);
  if (name === undefined || !kept.names.has(name)) throw refused("key_bounded");
  return name;
}

/** @throws {Refusal} forbidden unless a lead is in one of the collections, and in no others that it would join. */
function refuseBeyond(kept: KeptTo, names: readonly string[]): void {
  if (names.length === 0 || !names.every((name) => kept.names.has(name))) throw refused("key_bounded");
}

function shown(lead: Lead, kept: KeptTo | null): Lead {
  if (kept === null) return lead;
  return { ...lead, collection: lead.collection.filter((name) => kept.names.has(name)) };
}

/** Keeps an import within the collections of its key. */
export function createImportBounds(core: Pick<Core, "database">) {
  const keptTo = createKeptTo(core);
  const store = createBoundedStore(core.database);
  /** @throws {Refusal} forbidden where a row would join others or none, conflict for the address of a lead of others. */
  return async (scope: PlannedScope, drafts: readonly { email: string; collections: string[] }[]) => {
    const kept = await keptTo(scope);
    if (kept === null) return;
    for (const { collections } of drafts) refuseBeyond(kept, collections);
    const bounds = { workspaceId: scope.workspaceId, collectionIds: kept.ids };
    const emails = drafts.map(({ email }) => email);
    if (await store.hasOutside(bounds, emails)) throw refused("key_bounded");
  };
}
