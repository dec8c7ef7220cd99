import { normalAddress } from "../../contract/address.ts";
import type { PlannedScope, WorkspaceId } from "../../contract/identity/scope.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { planOf } from "../../contract/plans.ts";
import { refused } from "../../contract/refused.ts";
import type { LeadReference } from "../../contract/schemas/lead.ts";
import type { LeadMatching } from "../../contract/schemas/leadMatching.ts";
import {
  type AudienceLead,
  type AudienceStore,
  createAudienceStore,
} from "../../db/stores/campaigns/audience.ts";
import { createLeadListStore, type LeadListStore } from "../../db/stores/leads/leadLists.ts";
import type { Core } from "../core/core.ts";
import { createLeadMatcher, type LeadMatcher } from "../leads/index.ts";

type AudienceRequest = {
  workspaceId: WorkspaceId;
  leads?: readonly LeadReference[] | undefined;
  collection?: string | undefined;
  matching?: LeadMatching | undefined;
};

/** Where leads are read: those of a send, and the ids that a query finds. */
export type AudienceStores = {
  audience: AudienceStore;
  lists: Pick<LeadListStore, "idsOf">;
  matchOf: LeadMatcher;
};

export function createAudienceStores(core: Core): AudienceStores {
  return {
    audience: createAudienceStore(core.database),
    lists: createLeadListStore(core.database),
    matchOf: createLeadMatcher(core),
  };
}

/**
 * The leads that a send names, each once and a batch at a time: by id, by e-mail, by whole objects (of which only the id or the
 * address is believed), by collection, or by a query, whose leads are settled before the first batch.
 * @throws {Refusal} not_found when one of them is not the owner's; bad_request where nobody is named.
 */
export async function* audienceOf(
  { audience, lists, matchOf }: AudienceStores,
  request: AudienceRequest,
): AsyncGenerator<AudienceLead[]> {
  const { workspaceId, leads, collection, matching } = request;
  // A list that a program left empty is nobody, whatever else is named beside it.
  if (leads?.length === 0) throw refused("nobody_chosen");
  if (leads !== undefined) yield* named(audience, workspaceId, leads);
  else if (collection !== undefined) yield* collected(audience, workspaceId, collection);
  else if (matching !== undefined) {
    // A lead that is deleted meanwhile is simply not there any more.
    const ids = await lists.idsOf(await matchOf({ workspaceId, ...matching }), matching.except);
    for (const batch of batches(ids)) yield await audience.byIds(workspaceId, batch);
  } else throw refused("nobody_chosen");
}

async function* named(store: AudienceStore, workspaceId: WorkspaceId, leads: readonly LeadReference[]) {
  const ids: string[] = [];
  const emails: string[] = [];
  for (const reference of leads) {
    const { id, email } = keyOf(reference);
    if (id !== null) ids.push(id);
    else if (email !== null) emails.push(email);
    else throw refused("lead_reference_invalid");
  }
  const byId = new Set(ids);
  for (const batch of batches([...byId]))
    yield complete(batch, await store.byIds(workspaceId, batch), (lead) => lead.id);
  for (const batch of batches([...new Set(emails)])) {
    const found = complete(batch, await store.byEmails(workspaceId, batch), (lead) => lead.email);
    // One may be named both ways.
    yield found.filter(({ id }) => !byId.has(id));
  }
}

function keyOf(reference: LeadReference): { id: string | null; email: string | null } {
  if (typeof reference === "string")
    return reference.includes("@")
      ? { id: null, email: normalAddress(reference) }
      : { id: reference, email: null };
  const { _id, email } = reference;
  return { id: _id ?? null, email: email === undefined ? null : normalAddress(email) };
}

function* batches(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += leadLimits.writeBatch)
    yield keys.slice(at, at + leadLimits.writeBatch);
}

/** Anything that is not among the sender's own leads refuses the whole send: nothing half-meant goes out. */
function complete(asked: string[], found: AudienceLead[], keyOfLead: (lead: AudienceLead) => string) {
  if (found.length === asked.length) return found;
  const known = new Set(found.map(keyOfLead));
  const missing = asked.filter((key) => !known.has(key));
  const such = missing.slice(0, 3).join(", ");
  throw missing.length === 1
    ? refused("lead_not_own", { lead: such }, { field: "leads" })
    : refused("leads_not_own", { count: missing.length, such }, { field: "leads" });
}

async function* collected(store: AudienceStore, workspaceId: WorkspaceId, collection: string) {
  const name = collection.trim().toLowerCase();
  const collectionId = name === "all" ? null : await store.collectionId({ workspaceId, name });
  if (name !== "all" && collectionId === null)
    throw refused("collection_unknown", { name }, { field: "collection" });
  let afterId = "";
  for (;;) {
    const countMax = leadLimits.writeBatch;
    const batch = await store.batchAfter({ workspaceId, collectionId, afterId, countMax });
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < countMax) return;
    afterId = last.id;
  }
}

/** After a downgrade the newest leads beyond the plan are kept but not mailed: the last id that may be, or null. */
export async function frozenAfter(
  core: Core,
  { scope, audience }: { scope: PlannedScope; audience: AudienceStore },
): Promise<string | null> {
  const { leadsMax } = planOf(scope.status);
  if (!core.settings.plans || !Number.isFinite(leadsMax)) return null;
  return audience.idAtRank({ workspaceId: scope.workspaceId, rank: leadsMax });
}
