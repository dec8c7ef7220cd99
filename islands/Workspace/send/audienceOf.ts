import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { composingLimits } from "../../../contract/limits/composing.ts";
import type { PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import type { Collection } from "../../../contract/schemas/lead.ts";
import { leadPage } from "../../_data/queries.ts";
import type { Selection } from "../leads/actions/useSelection.ts";
import type { LeadsView } from "../leads/useLeads.ts";

const nobody: PlanAudience = {
  everyone: false,
  collections: [],
  segments: [],
  leads: [],
  after: null,
  not: { collections: [], segments: [], campaigns: [], mailedWithinDays: null },
  joinLater: false,
};

/**
 * Whom the send dialog is for as a campaign names them: everyone, a collection, or leads one by one, which a search is
 * taken apart into. Null where these are more than a campaign may name.
 */
export async function audienceOf(
  selection: Selection,
  { leads, collections }: { leads: LeadsView; collections: readonly Collection[] | undefined },
): Promise<PlanAudience | null> {
  if (selection.kind === "some" && selection.leads.size > 0) return named([...selection.leads.keys()]);
  if (leads.isNarrowed || (selection.kind === "everyone" && selection.except.size > 0)) {
    const except = selection.kind === "everyone" ? selection.except : new Set<string>();
    return foundLeads(leads, except);
  }
  if (leads.collection === "all") return { ...nobody, everyone: true };
  const found = collections?.find(({ name }) => name === leads.collection);
  return { ...nobody, collections: found === undefined ? [] : [found._id] };
}

function named(ids: string[]): PlanAudience | null {
  return ids.length > campaignLimits.pickedMax ? null : { ...nobody, leads: ids };
}

async function foundLeads({ query }: LeadsView, except: ReadonlySet<string>): Promise<PlanAudience | null> {
  const pageSize = composingLimits.takenAlongPage;
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await leadPage({ ...query, page, pageSize });
    ids.push(...items.map(({ _id }) => _id).filter((id) => !except.has(id)));
    if (total - except.size > campaignLimits.pickedMax) return null;
    if (items.length === 0 || page * pageSize >= total) return named(ids);
  }
}
