import type { Scope } from "../../../contract/identity/scope.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import { type PlanContent, zoneName } from "../../../contract/schemas/campaignPlan.ts";
import { createAudienceStore } from "../../../db/stores/campaigns/audience.ts";
import type { Core } from "../../core/core.ts";
import { createLeadFieldReader } from "../../leads/index.ts";

/** The custom field that says each lead's own zone. A choice stands there by its id. */
export type ZoneField = { id: string; choices: ReadonlyMap<string, string> };

export function zoneFieldOf(
  zoneField: string | null,
  definitions: readonly FieldDefinition[],
): ZoneField | null {
  if (zoneField === null) return null;
  const choices = definitions.find(({ id }) => id === zoneField)?.choices ?? [];
  return { id: zoneField, choices: new Map(choices.map(({ id, name }) => [id, name])) };
}

/** The same with the workspace's own fields, which are read only where one is named. */
export async function readZoneField(
  core: Pick<Core, "database">,
  scope: Pick<Scope, "workspaceId">,
  zoneField: string | null,
): Promise<ZoneField | null> {
  return zoneField === null ? null : zoneFieldOf(zoneField, await createLeadFieldReader(core)(scope));
}

/** The field by which mails go; null where they go at any hour. */
export function zoneFieldIn({ window, zoneField }: Pick<PlanContent, "window" | "zoneField">): string | null {
  return window === null ? null : zoneField;
}

/** The zones of those leads that say one of their own; null where mails do not go by that. */
export async function createZones(
  core: Pick<Core, "database">,
  scope: Pick<Scope, "workspaceId">,
  content: Pick<PlanContent, "window" | "zoneField">,
) {
  const field = await readZoneField(core, scope, zoneFieldIn(content));
  if (field === null) return null;
  const store = createAudienceStore(core.database);
  return async (batch: readonly { id: string }[]): Promise<Map<string, string>> => {
    const ids = batch.map(({ id }) => id);
    return new Map(
      (await store.byIds(scope.workspaceId, ids)).flatMap(({ id, fields }): [string, string][] => {
        const zone = zoneSaid(fields?.[field.id], field);
        return zone === null ? [] : [[id, zone]];
      }),
    );
  };
}

/** What stands in a zone's field as people read it. */
export function zoneText(said: unknown, { choices }: ZoneField): string {
  return typeof said === "string" ? (choices.get(said) ?? said).trim() : "";
}

/** The zone that it names; null where that is none. */
export function zoneSaid(said: unknown, field: ZoneField): string | null {
  return zoneName.safeParse(zoneText(said, field)).data ?? null;
}
