import { useEffect, useId, useRef, useState } from "react";
import { composingLimits } from "../../../../../contract/limits/composing.ts";
import type { CampaignPlan } from "../../../../../contract/schemas/campaignPlan.ts";
import { reviewTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { browserClient, sentenceOf } from "../../../../_data/browserClient.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { forgetReport, reportUntil } from "../../../realtime/activity/reports.ts";
import { SecondsLeft, useSecondsLeft } from "../../../realtime/activity/SecondsLeft.tsx";
import { useWorkspace } from "../../../shell/WorkspaceContext.ts";
import { goToCampaign, goToComposing } from "../address.ts";
import { planFrom } from "../draft/planFrom.ts";
import { useComposing } from "../draft/useDraft.ts";
import { wallWords, zoneWords } from "../when/zones.ts";

/** While a start is held back, or waits for its moment: how long still, and the way to take it back. */
export function Holding() {
  const { draft } = useComposing();
  const { plan } = draft;
  useBegun(plan);
  if (plan.state === "scheduled") return <Scheduled plan={plan} />;
  if (plan.state === "holding" || plan.state === "starting") return <Countdown plan={plan} />;
  return null;
}

function Countdown({ plan }: { plan: CampaignPlan }) {
  const texts = useTexts(reviewTexts);
  const left = useSecondsLeft(plan.holdUntil ?? 0);
  const said = useSaid(left);
  const isOver = left <= 0 || plan.state === "starting";
  const undoing = useTakingBack(plan);
  useGoingOn(isOver);
  useUndoElsewhere(plan);
  return (
    <section className="holding" aria-label={texts.holding}>
      <p aria-hidden="true">
        {isOver ? texts.starting : <span className="holding-seconds">{texts.startsIn(left)}</span>}
      </p>
      <progress aria-hidden="true" max={Math.max(1, plan.holdSeconds)} value={Math.max(0, left)} />
      <p className="visually-hidden" aria-live="assertive">
        {isOver ? texts.starting : said}
      </p>
      {undoing.message === "" ? null : <p className="field-error">{undoing.message}</p>}
      <UndoButton word={texts.undo} isOff={isOver || undoing.running} onUndo={() => undoing.run()} />
    </section>
  );
}

function Scheduled({ plan }: { plan: CampaignPlan }) {
  const texts = useTexts(reviewTexts);
  const undoing = useTakingBack(plan);
  const said = useId();
  return (
    <section className="holding is-scheduled" aria-label={texts.scheduledTitle}>
      <p id={said} role="status">
        {texts.scheduled({ when: wallWords(plan.startAt ?? ""), zone: zoneWords(plan.zone) })}
      </p>
      {undoing.message === "" ? null : <p className="field-error">{undoing.message}</p>}
      <Button onClick={() => goToCampaign(plan._id)}>{texts.itsPage}</Button>
      <UndoButton word={texts.takeBack} isOff={undoing.running} said={said} onUndo={() => undoing.run()} />
    </section>
  );
}

type Undo = { word: string; isOff: boolean; said?: string; onUndo: () => void };

/**
 * It takes the focus, which would be lost with the button that started; Enter takes the start back. `said` is the id of what is
 * read out with it: a status that comes together with its text is passed over.
 */
function UndoButton({ word, isOff, said, onUndo }: Undo) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} variant="primary" aria-describedby={said} aria-disabled={isOff} onClick={onUndo}>
      {word}
    </Button>
  );
}

function useTakingBack(plan: CampaignPlan) {
  const texts = useTexts(reviewTexts);
  const { announce } = useWorkspace();
  const { saver, show } = useComposing();
  return useAction(async () => {
    try {
      const params = { id: plan._id };
      saver.adopt(planFrom(await browserClient("POST /amplify/campaigns/{id}/undo", { params })));
      announce("sent", texts.takenBack);
      show("review");
    } catch (error) {
      // Too late: what it is by now decides where one goes.
      await saver.refresh().catch(() => {});
      throw error;
    }
  });
}

/** What is read out: at the beginning, and when few seconds are left; a screen reader cannot keep up with each. */
function useSaid(left: number): string {
  const texts = useTexts(reviewTexts);
  const [first] = useState(left);
  const due = composingLimits.secondsSaid.filter((seconds) => seconds < first && left <= seconds).at(-1);
  return texts.startsInUndo(due ?? first);
}

/** As soon as the page learns, in whatever way, that the start it waited for has happened: on to the campaign's page. */
function useBegun({ _id: id, state }: CampaignPlan): void {
  const before = useRef(state);
  useEffect(() => {
    const isAwaited = before.current === "holding" || before.current === "starting";
    before.current = state;
    if (isAwaited && !["holding", "starting", "scheduled", "draft"].includes(state)) goToCampaign(id);
  }, [id, state]);
}

/** Once the seconds are over: on to where one sees what becomes of it. */
function useGoingOn(isOver: boolean): void {
  const { draft, saver } = useComposing();
  const id = draft.plan._id;
  useEffect(() => {
    if (!isOver) return;
    const look = async () => {
      const { state } = await saver.refresh();
      if (state !== "holding" && state !== "draft") goToCampaign(id);
    };
    const timer = setInterval(() => void look().catch(() => {}), composingLimits.lookMs);
    return () => clearInterval(timer);
  }, [isOver, saver, id]);
}

/** Whoever looks elsewhere meanwhile takes the way back along, beside whatever tab is shown. */
function useUndoElsewhere(plan: CampaignPlan): void {
  const texts = useTexts(reviewTexts);
  const { announce } = useWorkspace();
  const { saver } = useComposing();
  const latest = useRef(() => {});
  useEffect(() => {
    latest.current = () => {
      const { state, holdUntil, holdSeconds, name, _id: id } = saver.snapshot().plan;
      const until = holdUntil ?? 0;
      if (state !== "holding" || until - Date.now() <= 1000) return;
      const undo = async () => {
        await browserClient("POST /amplify/campaigns/{id}/undo", { params: { id } });
        takeBack();
        goToComposing(id);
      };
      const run = () => void undo().catch((error: unknown) => announce("failed", sentenceOf(error)));
      const takeBack = reportUntil(
        {
          id,
          title: name,
          isUnderWay: true,
          isHeldStart: true,
          needsPerson: false,
          said: "",
          bar: <SecondsLeft until={until} seconds={holdSeconds} say={texts.startsIn} />,
          action: { word: texts.undo, run },
        },
        until,
      );
    };
  });
  useEffect(() => () => latest.current(), []);
  // Whoever is back sees the seconds here.
  useEffect(() => forgetReport(plan._id), [plan._id]);
}
