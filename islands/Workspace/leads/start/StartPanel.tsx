import type { ReactNode } from "react";
import type { Start } from "../../../../contract/schemas/start.ts";
import { startTexts } from "../../../../contract/texts/workspace/start.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { PlansLink } from "../../../_parts/PlansLink.tsx";
import { goTo } from "../../shell/address.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { StepAction } from "./StepAction.tsx";
import { isStepDone, nextStep, type StepActions, type StepKey, stepKeys } from "./steps.ts";
import { noteStepTaken, useStepFocus } from "./useStepFocus.ts";

/** The four steps to the first mail, each with its state and a button. */
export function StartPanel({ start, actions }: { start: Start; actions: StepActions }) {
  const texts = useTexts(startTexts);
  const next = nextStep(start);
  const place = useStepFocus<HTMLElement>(next);
  return (
    <section ref={place} className="start" aria-label={texts.what} onClickCapture={noteStepTaken}>
      <header className="start-head">
        <h3>{next === null ? texts.done : texts.title}</h3>
        <p className="muted">{next === null ? texts.doneAbout : texts.about}</p>
      </header>
      <ol className="start-steps">
        {stepKeys.map((step, index) => (
          <Step key={step} step={step} place={index + 1} start={start} isNext={step === next}>
            <StepAction step={step} start={start} actions={actions} isNext={step === next} />
          </Step>
        ))}
      </ol>
      <Samples start={start} mayMake={start.leads === 0} />
    </section>
  );
}

function Step({
  step,
  place,
  start,
  isNext,
  children,
}: {
  step: StepKey;
  place: number;
  start: Start;
  isNext: boolean;
  children: ReactNode;
}) {
  const texts = useTexts(startTexts);
  const isDone = isStepDone(start, step);
  const { title, about } = texts.steps[step];
  const done = step === "leads" ? texts.steps.leads.done(start.leads) : texts.steps[step].done;
  return (
    <li className="start-step" data-done={isDone} aria-current={isNext ? "step" : undefined}>
      <span className="start-mark" aria-hidden="true">
        {isDone ? <Icon size={14} path="M5 12l5 5 9-10" /> : place}
      </span>
      <div>
        <strong>{title}</strong>
        {isDone ? <span className="visually-hidden"> ({texts.isDone})</span> : null}
        <p className="muted">{isDone ? done : about}</p>
      </div>
      <div className="start-actions">{children}</div>
    </li>
  );
}

/** Adding and removing sample data, and a way to skip the steps. */
function Samples({ start, mayMake }: { start: Start; mayMake: boolean }) {
  const texts = useTexts(startTexts);
  const { announce } = useWorkspace();
  const making = useAction(() => browserClient("POST /amplify/start/samples", { body: {} }));
  const removing = useAction(() => browserClient("DELETE /amplify/start/samples"));
  const puttingAway = useAction(async () => {
    await browserClient("PUT /amplify/start", { body: { putAway: true } });
    announce("sent", texts.isPutAway);
    goTo("leads");
  });
  const failed = [making, removing, puttingAway].find(({ message }) => message !== "");
  return (
    <>
      {failed === undefined ? null : (
        <Notice status="failed">
          <p>
            {failed.message} {failed.code === "plan_limit" ? <PlansLink /> : null}
          </p>
        </Notice>
      )}
      {start.samples ? <p className="muted">{texts.aboutSamples}</p> : null}
      <footer className="start-foot">
        {start.samples ? (
          <Button aria-disabled={removing.running} onClick={() => removing.run()}>
            {removing.running ? texts.removingSamples : texts.removeSamples}
          </Button>
        ) : null}
        {mayMake ? (
          <Button aria-disabled={making.running} onClick={() => making.run()}>
            {making.running ? texts.makingSamples : texts.samples}
          </Button>
        ) : null}
        {start.putAway ? null : (
          <Button variant="quiet" aria-disabled={puttingAway.running} onClick={() => puttingAway.run()}>
            {texts.putAway}
          </Button>
        )}
      </footer>
    </>
  );
}
