import { blankFields } from "../../../contract/imports/blankFields.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import { fieldTexts } from "../../../contract/leads/fieldText.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { customNames, type MergeValues } from "../../../contract/mergeFields.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { type AudienceLead, createAudienceStore } from "../../../db/stores/campaigns/audience.ts";
import type { PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Core } from "../../core/core.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";
import { ownZone, zoneFieldOf } from "./leadZones.ts";
import type { LookedAtAudience, PlanAudiences } from "./planAudience.ts";

/** What those who are mailed lack, and where they are. */
export type LookedThrough = {
  /** For how many of them a field stays blank that a mail names without saying what stands there then. */
  missing: Map<string, number>;
  /** How many of them say which zone of their own, where mails go by that. */
  zones: Map<string, number>;
  /** How many say what is no zone, and what the first of them says. */
  noZone: { leads: number; example: string };
};

type Asked = {
  content: PlanContent;
  mails: readonly PlanMailRow[];
  definitions: readonly FieldDefinition[];
};

/** Looks at each lead once for all that only the leads themselves tell; at none where nothing is asked of them. */
export function createLookThrough(core: Core, audiences: PlanAudiences) {
  const leads = createAudienceStore(core.database);

  return async (looked: LookedAtAudience, { content, mails, definitions }: Asked): Promise<LookedThrough> => {
    const noZone = { leads: 0, example: "" };
    const found: LookedThrough = { missing: new Map(), zones: new Map(), noZone };
    const zoneField = zoneFieldOf(content);
    const fields = blanksOf(mails, definitions);
    if (zoneField === null && fields.length === 0) return found;
    for await (const batch of audiences.leads(looked)) {
      const ids = batch.filter(({ why }) => why === null).map(({ id }) => id);
      for (const lead of await leads.byIds(looked.asked.workspaceId, ids)) {
        if (zoneField !== null) countZone(found, { lead, zoneField });
        if (fields.length > 0) countMissing(found, { lead, fields, definitions });
      }
      await yieldToOthers();
    }
    return found;
  };
}

function blanksOf(mails: readonly PlanMailRow[], definitions: readonly FieldDefinition[]): string[] {
  const custom = customNames(definitions);
  const named = mails.map(({ subject, preview, html }) =>
    blankFields(`${subject}\n${preview}\n${html}`, {}, custom),
  );
  return [...new Set(named.flat())];
}

function countMissing(
  { missing }: LookedThrough,
  of: { lead: AudienceLead; fields: readonly string[]; definitions: readonly FieldDefinition[] },
): void {
  const { firstName, lastName, email, phone, fields: own } = of.lead;
  const values: MergeValues = { ...fieldTexts(of.definitions, own), firstName, lastName, email, phone };
  for (const field of of.fields) if (!values[field]) missing.set(field, (missing.get(field) ?? 0) + 1);
}

function countZone(
  { zones, noZone }: LookedThrough,
  { lead, zoneField }: { lead: AudienceLead; zoneField: string },
): void {
  const said = lead.fields?.[zoneField];
  if (typeof said !== "string" || said.trim() === "") return;
  // Asking what is a zone costs far more than counting it, and leads live in few.
  const zone = zones.has(said) ? said : ownZone(lead, zoneField);
  if (zone !== null) zones.set(zone, (zones.get(zone) ?? 0) + 1);
  else {
    noZone.leads += 1;
    noZone.example ||= said.slice(0, textLimits.idMax);
  }
}
