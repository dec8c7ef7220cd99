import { screenLimits } from "../../../../contract/limits/screen.ts";
import { personalStorage } from "../../../_data/personalStorage.ts";
import type { BegunEdit } from "../LeadForm.tsx";

type Begun = { note?: string; edit?: BegunEdit | undefined };
type ByLead = Map<string, Begun>;

const kept = personalStorage<{ leads: [string, Begun][] }>({
  storage: "sessionStorage",
  key: "begunLeads",
  isValue: (left): left is { leads: [string, Begun][] } => Array.isArray(left.leads),
});

let known: { uid: string; leads: ByLead } | undefined;

function leadsOf(uid: string): ByLead {
  if (known?.uid !== uid) known = { uid, leads: new Map(kept.read(uid)?.leads) };
  return known.leads;
}

/** What was begun on a lead's page: it stands there again once that lead is shown again in this tab, also after a reload. */
export function begunOn(uid: string, leadId: string): Begun {
  return leadsOf(uid).get(leadId) ?? {};
}

export function keepBegun(uid: string, leadId: string, change: Begun): void {
  const leads = leadsOf(uid);
  const begun = { ...leads.get(leadId), ...change };
  // The newest stands last, and the oldest gives way to it.
  leads.delete(leadId);
  if (begun.note || begun.edit) leads.set(leadId, begun);
  const newest = [...leads].slice(-screenLimits.draftsKept);
  kept.keep(uid, newest.length === 0 ? null : { leads: newest });
}
