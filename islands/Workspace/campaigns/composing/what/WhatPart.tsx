import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { PlanEnd } from "../../../../_parts/PlanEnd.tsx";
import { useMayUse } from "../../useMayUse.ts";
import { useComposing } from "../draft/useDraft.ts";
import { RunningSteps } from "./RunningSteps.tsx";
import { StepLine } from "./StepLine.tsx";
import { hasRunningSteps } from "./steps.ts";

/** The mails of a campaign as a line in time, each with its variants beside each other. */
export function WhatPart() {
  const { draft, saver, isFixed } = useComposing();
  const { plan } = draft;
  const texts = useTexts(whatTexts);
  const mayAutomate = useMayUse("automation");
  if (hasRunningSteps(plan)) return <RunningSteps />;
  return (
    <>
      {plan.kind === "sequence" && !mayAutomate ? <PlanEnd>{texts.sequenceIsEnterprise}</PlanEnd> : null}
      <StepLine
        steps={plan.steps}
        onSteps={(steps, isSequence) => saver.change({ steps, ...(isSequence ? { kind: "sequence" } : {}) })}
        mayAdd={!isFixed}
        rulesOf={(at) => ({
          mayWrite: !isFixed,
          mayTime: !isFixed,
          mayChange: !isFixed,
          mayAdd: !isFixed,
          note: "",
          mayMoveUp: !isFixed && at > 0,
          mayMoveDown: !isFixed && at < plan.steps.length - 1,
        })}
      />
    </>
  );
}
