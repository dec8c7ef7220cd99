import type { Start } from "../../../../contract/schemas/start.ts";
import { startTexts } from "../../../../contract/texts/workspace/start.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { useIsStartHeld } from "../../realtime/activity/reports.ts";
import { goTo } from "../../shell/address.ts";
import { startKey } from "../page/useOpenedLead.ts";
import { StepAction } from "./StepAction.tsx";
import { isStepDone, nextStep, type StepActions, stepKeys } from "./steps.ts";
import { noteStepTaken, useStepFocus } from "./useStepFocus.ts";

/** Shown below the leads until the first mail was sent: the next step, and a link to all steps. */
export function NextStep({ start, actions }: { start: Start; actions: StepActions }) {
  const texts = useTexts(startTexts);
  const next = nextStep(start);
  const place = useStepFocus<HTMLElement>(next);
  const isGoing = useIsStartHeld() && next === "mail";
  if (next === null) return null;
  const done = stepKeys.filter((step) => isStepDone(start, step)).length;
  return (
    <section
      ref={place}
      className="selection-bar next-step"
      aria-label={texts.strip.label}
      onClickCapture={noteStepTaken}
    >
      <p>{isGoing ? texts.strip.going : texts.strip.text({ done, next: texts.steps[next].title })}</p>
      <div className="actions">
        <Button variant="quiet" onClick={() => goTo("leads", startKey)}>
          {texts.strip.all}
        </Button>
        <StepAction step={next} start={start} actions={actions} isNext />
      </div>
    </section>
  );
}
