import { mayUse, type PlanFeature } from "../../../contract/plans.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { watched } from "./questions.ts";

/**
 * Whether this workspace has what only some plans have. The server decides for itself what it takes; it is asked,
 * because an installation without plans has everything for everybody, which the person's own plan does not say.
 */
export function useMayUse(feature: PlanFeature): boolean {
  const { person } = useWorkspace();
  const allowance = useLoad(watched.allowance());
  return allowance.value?.[feature] ?? mayUse(feature, person);
}
