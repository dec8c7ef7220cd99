import type { Scope } from "../../contract/identity/scope.ts";
import type { FieldDefinition } from "../../contract/leads/customFields.ts";
import { fieldTexts } from "../../contract/leads/fieldText.ts";
import type { MergeValues } from "../../contract/mergeFields.ts";
import { refused } from "../../contract/refused.ts";
import type { AudienceStore } from "../../db/stores/campaigns/audience.ts";
import type { SignedIn } from "../core/caller.ts";

type Meant = {
  scope: Scope;
  person: SignedIn;
  leadId: string | undefined;
  /** The workspace's own fields. */
  definitions: readonly FieldDefinition[];
};

/**
 * The values of the lead that is meant, or else the person's own.
 * @throws {Refusal} not_found for a lead that is not the workspace's.
 */
export async function mergeValuesFor(
  audience: Pick<AudienceStore, "oneLead">,
  { scope, person, leadId, definitions }: Meant,
): Promise<MergeValues> {
  if (leadId === undefined) {
    const { firstName, lastName, email } = person;
    return { firstName, lastName, email, phone: "" };
  }
  const lead = await audience.oneLead({ workspaceId: scope.workspaceId, id: leadId });
  if (lead === null) throw refused("lead_unknown");
  const { firstName, lastName, email, phone } = lead;
  return { ...fieldTexts(definitions, lead.fields), firstName, lastName, email, phone };
}
