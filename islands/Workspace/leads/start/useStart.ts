import type { Start } from "../../../../contract/schemas/start.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useAddress } from "../../shell/address.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { startKey } from "../page/useOpenedLead.ts";
import { nextStep } from "./steps.ts";

/**
 * Whether the first steps stand in place of the leads: where somebody asks for them, and where there is nothing yet that
 * could be looked through. Once there are leads or collections, the next step stands below them until the first mail is out.
 */
export function useStart(): {
  value: Start | undefined;
  isShown: boolean;
  /** They were asked for, and stand in place of everything else. */
  isAsked: boolean;
  isUnderWay: boolean;
} {
  const { leads } = useWorkspace();
  const { value } = useLoad(queries.start());
  const collections = useLoad(queries.collections());
  const [tab, what] = useAddress();
  const isAsked = tab === "leads" && what === startKey;
  const isNew = leads.totalOfAll === 0 && collections.value?.length === 0 && value?.putAway === false;
  const isShown = value !== undefined && (isAsked || isNew);
  const hasBegun = value !== undefined && (value.leads > 0 || (collections.value?.length ?? 0) > 0);
  const isUnderWay = !isShown && hasBegun && !value.putAway && nextStep(value) !== null;
  return { value, isShown, isAsked, isUnderWay };
}
