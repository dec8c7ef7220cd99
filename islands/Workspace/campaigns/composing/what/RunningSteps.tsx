import { useId } from "react";
import type { CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { useWorkspace } from "../../../shell/WorkspaceContext.ts";
import { alike } from "../draft/currentChecks.ts";
import { composingQuestions } from "../draft/questions.ts";
import { useComposing } from "../draft/useDraft.ts";
import { useCheckWords } from "../review/useCheckWords.ts";
import { useRuleReview } from "../review/useReview.ts";
import { StepLine } from "./StepLine.tsx";
import { shownSteps, standingAt } from "./steps.ts";

/**
 * The steps of a sequence under way. What is changed is kept, and holds only once it is applied: half a number that is
 * being typed would send mails. Steps that leads have come to stay where they are.
 */
export function RunningSteps() {
  const texts = useTexts(whatTexts);
  const { draft, saver } = useComposing();
  const { plan } = draft;
  const steps = shownSteps(plan);
  const standing = useLoad(composingQuestions.standing(plan._id, plan.version)).value;
  const at = (index: number) => (standing === undefined ? null : standingAt(steps, index, standing));
  /** Nobody has come to it; before that is known, somebody may have. */
  const isFree = (index: number) => {
    const isInForce = plan.steps.some(({ id }) => id === steps[index]?.id);
    return !isInForce || at(index)?.came === 0;
  };
  return (
    <>
      <StepLine
        steps={steps}
        onSteps={(nextSteps) => saver.change({ nextSteps })}
        mayAdd
        rulesOf={(index) => {
          const stands = at(index);
          const isMovable = isFree(index);
          return {
            mayWrite: stands?.isBehind !== true,
            mayTime: true,
            mayChange: isMovable,
            mayAdd: true,
            mayMoveUp: isMovable && index > (isFree(0) ? 0 : 1),
            mayMoveDown: isMovable && index < steps.length - 1,
            note:
              stands === null
                ? ""
                : texts.standing({
                    got: stands.mails,
                    toCome: stands.toCome,
                    passed: Math.max(0, stands.came - stands.mails),
                    isBehind: stands.isBehind,
                  }),
          };
        }}
      />
      {standing?.isApplying ? <p role="status">{texts.applying}</p> : null}
      {plan.nextSteps ? <Pending steps={plan.nextSteps} open={standing?.open ?? 0} /> : null}
    </>
  );
}

/** What is changed and does not hold yet, with both ways on. */
function Pending({ steps, open }: { steps: readonly CampaignStep[]; open: number }) {
  const texts = useTexts(whatTexts);
  const { pending } = texts;
  const { draft, saver } = useComposing();
  const { announce } = useWorkspace();
  const titleId = useId();
  const acting = useAction(async (way: "apply" | "discard") => {
    // What is refused stays as it was written, to be mended.
    if (way === "apply") await saver.saveNow({ steps: [...steps], nextSteps: null });
    else saver.change({ nextSteps: null });
    announce("sent", way === "apply" ? pending.applied : pending.discarded);
    document.getElementById("add-mail")?.focus();
  });
  const { plan } = draft;
  const unwritten = steps.flatMap(({ variants, sameThread }, at) =>
    variants.some(({ id }) => {
      const mail = plan.mails.find(({ variantId }) => variantId === id);
      return !mail?.bytes || (mail.subject.trim() === "" && !(sameThread && at > 0));
    })
      ? [texts.mail(at + 1)]
      : [],
  );
  const isSooner = steps.some(({ id, delayMinutes }) =>
    plan.steps.some((before) => before.id === id && before.delayMinutes > delayMinutes),
  );
  return (
    <section className="steps-pending" aria-labelledby={titleId}>
      <h4 id={titleId}>{pending.title}</h4>
      <p>{pending.text(open)}</p>
      {isSooner ? <p>{pending.sooner}</p> : null}
      {unwritten.length === 0 ? null : <p>{pending.unwritten(unwritten.join(", "))}</p>}
      <RuleNotes steps={steps} />
      {acting.message === "" ? null : (
        <p className="field-error" role="alert">
          {acting.message}
        </p>
      )}
      <div className="actions">
        <Button variant="quiet" aria-disabled={acting.running} onClick={() => void acting.run("discard")}>
          {pending.discard}
        </Button>
        <Button
          variant="primary"
          disabled={unwritten.length > 0}
          aria-disabled={acting.running}
          onClick={() => void acting.run("apply")}
        >
          {acting.running ? pending.applying : pending.apply}
        </Button>
      </div>
    </section>
  );
}

/** What of the changed steps holds for everybody, or for nobody: told before they hold, as before a start. */
function RuleNotes({ steps }: { steps: readonly CampaignStep[] }) {
  const { draft } = useComposing();
  const checks = useRuleReview(draft, { steps: [...steps] }).filter(({ part }) => part === "what");
  const wordsOf = useCheckWords(steps);
  if (checks.length === 0) return null;
  return (
    <ul className="rule-notes" role="status">
      {alike(checks).map((group) => (
        <li key={`${group[0].reason} ${group[0].stepId}`}>{wordsOf(group)}</li>
      ))}
    </ul>
  );
}
