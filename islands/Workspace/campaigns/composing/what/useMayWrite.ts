import { useState } from "react";
import { useLoad } from "../../../../_data/useLoad.ts";
import { composingQuestions } from "../draft/questions.ts";
import { useComposing } from "../draft/useDraft.ts";
import { hasRunningSteps, shownSteps, standingAt } from "./steps.ts";

/**
 * Whether somebody is still to get a mail, as it was when it was opened: what is being written is not taken away, and
 * its save says if that is too late. Undefined before it is known.
 */
export function useMayWrite(variantId: string): boolean | undefined {
  const { draft, isFixed } = useComposing();
  const { plan } = draft;
  const [known, setKnown] = useState<boolean | undefined>(hasRunningSteps(plan) ? undefined : !isFixed);
  const standing = useLoad({
    ...composingQuestions.standing(plan._id, plan.version),
    enabled: known === undefined,
  });
  const steps = shownSteps(plan);
  const at = steps.findIndex(({ variants }) => variants.some(({ id }) => id === variantId));
  if (known === undefined && standing.state === "failed") setKnown(true);
  else if (known === undefined && standing.value !== undefined)
    setKnown(!standingAt(steps, at, standing.value).isBehind);
  return known;
}
