import type { ReactNode } from "react";
import { mayUse } from "../../../../contract/plans.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { PlanEnd } from "../../../_parts/PlanEnd.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { watched } from "../questions.ts";

/** Whether somebody's plan has figures beyond a campaign's own sums; the server decides for itself what it answers. */
export function useAnalysed(): boolean {
  const { person } = useWorkspace();
  const allowance = useLoad(watched.allowance());
  // An installation without plans has everything for everybody, which the person's own plan does not say.
  return allowance.value?.advancedAnalytics ?? mayUse("advancedAnalytics", person);
}

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
