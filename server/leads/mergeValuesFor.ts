import { Refusal } from "../../contract/errors.ts";
import type { MergeValues } from "../../contract/mergeFields.ts";
import type { AudienceStore } from "../../db/stores/campaigns/audience.ts";
import type { Caller } from "../core/caller.ts";

/**
 * The values of the lead that is meant, or else the person's own.
 * @throws {Refusal} not_found for a lead that is not the caller's.
 */
export async function mergeValuesFor(
  audience: Pick<AudienceStore, "oneLead">,
  { caller, leadId }: { caller: Caller; leadId: string | undefined },
): Promise<MergeValues> {
  if (leadId === undefined) {
    const { firstName, lastName, email } = caller;
    return { firstName, lastName, email, phone: "" };
  }
  const lead = await audience.oneLead({ workspaceId: caller.uid, id: leadId });
  if (lead === null) throw new Refusal("not_found", "This lead was not found");
  const { firstName, lastName, email, phone } = lead;
  return { firstName, lastName, email, phone };
}
