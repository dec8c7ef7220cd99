import { leadLimits } from "../../../contract/limits/leads.ts";
import { leadAllowanceTexts } from "../../../contract/texts/workspace/leadAllowance.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { PlanEnd } from "../../_parts/PlanEnd.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** How many more leads the plan has room for; nothing if it is unlimited or not known. */
function useLeadAllowance(): { max: number; fits: number } | null {
  const { leads } = useWorkspace();
  const max = useLoad(queries.plan()).value?.leadsMax ?? null;
  const count = leads.totalOfAll;
  return max === null || count === undefined ? null : { max, fits: Math.max(0, max - count) };
}

/** Says, before a lead is added, that the plan's limit is reached or nearly reached. */
export function LeadAllowance() {
  const texts = useTexts(leadAllowanceTexts);
  const room = useLeadAllowance();
  if (room === null || room.fits > leadLimits.planEndsNear) return null;
  return <PlanEnd>{room.fits === 0 ? texts.full(room.max) : texts.fits(room)}</PlanEnd>;
}

/** The number of leads that can be added, if it is less than the rows of a file; else null. */
export function useEndAmong(rows: number): ReturnType<typeof useLeadAllowance> {
  const room = useLeadAllowance();
  return room !== null && rows > room.fits ? room : null;
}

/** Says, before a file is imported, that the plan has no room for all of its rows, and what happens to the others. */
export function RowAllowance({ rows }: { rows: number }) {
  const texts = useTexts(leadAllowanceTexts);
  const room = useEndAmong(rows);
  return room === null ? null : <PlanEnd>{texts.rows(room)}</PlanEnd>;
}
