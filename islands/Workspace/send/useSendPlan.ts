import { screenLimits } from "../../../contract/limits/screen.ts";
import type { PlanInput, SendPlan } from "../../../contract/schemas/preflight.ts";
import { queries } from "../../_data/queries.ts";
import { type Loaded, useLoad } from "../../_data/useLoad.ts";
import { useSettled } from "../../_data/useSettled.ts";

/** What the send would come to, asked anew whenever it changes, once the person has paused. */
export function useSendPlan(body: PlanInput | null): Loaded<SendPlan | null> {
  // As text, which is the same as long as it says the same.
  const settled = useSettled(JSON.stringify(body), screenLimits.searchPauseMs);
  return useLoad(queries.sendPlan(JSON.parse(settled) as PlanInput | null));
}
