import type { Scope } from "../../../contract/identity/scope.ts";
import { type PlanContent, zoneName } from "../../../contract/schemas/campaignPlan.ts";
import { createAudienceStore } from "../../../db/stores/campaigns/audience.ts";
import type { Core } from "../../core/core.ts";

/** The zones of those leads that say one of their own; null where mails do not go by that. */
export function createZones(
  { database }: Pick<Core, "database">,
  { workspaceId }: Pick<Scope, "workspaceId">,
  { window, zoneField }: Pick<PlanContent, "window" | "zoneField">,
) {
  if (window === null || zoneField === null) return null;
  const store = createAudienceStore(database);
  return async (batch: readonly { id: string }[]): Promise<Map<string, string>> => {
    const ids = batch.map(({ id }) => id);
    return new Map(
      (await store.byIds(workspaceId, ids)).flatMap(({ id, fields }): [string, string][] => {
        const said = zoneName.safeParse(fields?.[zoneField]);
        return said.success ? [[id, said.data]] : [];
      }),
    );
  };
}
