import { leadLimits } from "../../../contract/limits/leads.ts";
import { leadRoomTexts } from "../../../contract/texts/workspace/leadRoom.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { PlanEnd } from "../../_parts/PlanEnd.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** How many leads the plan has room for yet; nothing where it has no end or that is not known. */
function useLeadRoom(): { max: number; fits: number } | null {
  const { leads } = useWorkspace();
  const max = useLoad(queries.plan()).value?.leadsMax ?? null;
  const count = leads.totalOfAll;
  return max === null || count === undefined ? null : { max, fits: Math.max(0, max - count) };
}

/** Says before a lead is added that the plan ends there, or is about to. */
export function LeadRoom() {
  const texts = useTexts(leadRoomTexts);
  const room = useLeadRoom();
  if (room === null || room.fits > leadLimits.planEndsNear) return null;
  return <PlanEnd>{room.fits === 0 ? texts.full(room.max) : texts.fits(room)}</PlanEnd>;
}

/** The room that there is where not all of a file's rows can become leads, else null. */
export function useEndAmong(rows: number): ReturnType<typeof useLeadRoom> {
  const room = useLeadRoom();
  return room !== null && rows > room.fits ? room : null;
}

/** Says before a file is imported that not all of its rows can become leads, and what becomes of the others. */
export function RowRoom({ rows }: { rows: number }) {
  const texts = useTexts(leadRoomTexts);
  const room = useEndAmong(rows);
  return room === null ? null : <PlanEnd>{texts.rows(room)}</PlanEnd>;
}
