import type { ReactNode } from "react";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { PlanEnd } from "../../../_parts/PlanEnd.tsx";
import { useMayUse } from "../useMayUse.ts";

/** Whether somebody's plan has figures beyond a campaign's own sums. */
export const useAnalysed = (): boolean => useMayUse("advancedAnalytics");

/** What only some plans have, or what it is and which have it. */
export function Analysed({ title, children }: { title: string; children: ReactNode }) {
  const { analysed } = useTexts(watchingTexts);
  if (useAnalysed()) return children;
  return (
    <section className="card" aria-label={title}>
      <h3>{title}</h3>
      <PlanEnd>{analysed.lacking}</PlanEnd>
    </section>
  );
}
