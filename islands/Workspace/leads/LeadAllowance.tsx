import { leadLimits } from "../../../contract/limits/leads.ts";
import { leadAllowanceTexts } from "../../../contract/texts/workspace/leadAllowance.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { PlanEnd } from "../../_parts/PlanEnd.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** How many leads the plan has room for yet; nothing where it has no end or that is not known. */
function useLeadAllowance(): { max: number; fits: number } | null {
  const { leads } = useWorkspace();
  const max = useLoad(queries.plan()).value?.leadsMax ?? null;
  const count = leads.totalOfAll;
  return max === null || count === undefined ? null : { max, fits: Math.max(0, max - count) };
}

/** Says before a lead is added that the plan ends there, or is about to. */
export function LeadAllowance() {
  const texts = useTexts(leadAllowanceTexts);
  const room = useLeadAllowance();
  if (room === null || room.fits > leadLimits.planEndsNear) return null;
  return <PlanEnd>{room.fits === 0 ? texts.full(room.max) : texts.fits(room)}</PlanEnd>;
}

/** The room that there is where not all of a file's rows can become leads, else null. */
export function useEndAmong(rows: number): ReturnType<typeof useLeadAllowance> {
  const room = useLeadAllowance();
  return room !== null && rows > room.fits ? room : null;
}

/** Says before a file is imported that not all of its rows can become leads, and what becomes of the others. */
export function RowAllowance({ rows }: { rows: number }) {
  const texts = useTexts(leadAllowanceTexts);
  const room = useEndAmong(rows);
  return room === null ? null : <PlanEnd>{texts.rows(room)}</PlanEnd>;
}
