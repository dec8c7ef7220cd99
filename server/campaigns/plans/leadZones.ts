import type { Scope } from "../../../contract/identity/scope.ts";
import { type PlanContent, zoneName } from "../../../contract/schemas/campaignPlan.ts";
import { type AudienceLead, createAudienceStore } from "../../../db/stores/campaigns/audience.ts";
import type { Core } from "../../core/core.ts";

/** The custom field that says each lead's own zone; null where mails do not go by that. */
export function zoneFieldOf({ window, zoneField }: Pick<PlanContent, "window" | "zoneField">): string | null {
  return window === null ? null : zoneField;
}

/** The zones of those leads that say one of their own; null where mails do not go by that. */
export function createZones(
  { database }: Pick<Core, "database">,
  { workspaceId }: Pick<Scope, "workspaceId">,
  content: Pick<PlanContent, "window" | "zoneField">,
) {
  const field = zoneFieldOf(content);
  if (field === null) return null;
  const store = createAudienceStore(database);
  return async (batch: readonly { id: string }[]): Promise<Map<string, string>> => {
    const ids = batch.map(({ id }) => id);
    return new Map(
      (await store.byIds(workspaceId, ids)).flatMap((lead): [string, string][] => {
        const zone = ownZone(lead, field);
        return zone === null ? [] : [[lead.id, zone]];
      }),
    );
  };
}

/** The zone that a lead says; null where it says none that is known. */
export function ownZone({ fields }: Pick<AudienceLead, "fields">, field: string): string | null {
  return zoneName.safeParse(fields?.[field]).data ?? null;
}
