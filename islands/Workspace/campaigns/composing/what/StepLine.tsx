import { useState } from "react";
import { campaignLimits } from "../../../../../contract/limits/campaigns.ts";
import type { CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Icon } from "../../../../_parts/Icon.tsx";
import { UndoBar } from "../../../../_parts/UndoBar.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { StepCard } from "./StepCard.tsx";
import type { StepRules } from "./stepActions.ts";
import { newStep } from "./steps.ts";
import { useVariants } from "./useVariants.ts";

type Removed = { key: string; said: string; back: () => void };

/** Steps one below the other, with what may be done to each. */
export function StepLine({
  steps,
  onSteps,
  mayAdd,
  rulesOf,
}: {
  steps: readonly CampaignStep[];
  /** `isSequence` where there are several by this. */
  onSteps: (steps: CampaignStep[], isSequence: boolean) => void;
  mayAdd: boolean;
  rulesOf: (at: number) => StepRules;
}) {
  const texts = useTexts(whatTexts);
  const { draft, showMail } = useComposing();
  const { copyTo } = useVariants();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const isFull = steps.length >= campaignLimits.stepsMax;
  const put = (next: readonly CampaignStep[]) => onSteps([...next], false);
  const add = (step: CampaignStep, at: number) => {
    onSteps(steps.toSpliced(at, 0, step), true);
    showMail(step.variants[0]?.id ?? "");
    focusMail(step.variants[0]?.id ?? "");
  };
  /** As it was before: what was written meanwhile into the others stays. */
  const take = (said: string, next: readonly CampaignStep[]) => {
    put(next);
    setRemoved({ key: `${Date.now()}`, said, back: () => put(steps) });
  };
  const actions = (step: CampaignStep, at: number) => ({
    onChange: (changed: CampaignStep) => put(steps.map((other) => (other.id === step.id ? changed : other))),
    onRemove: steps.length === 1 ? null : () => take(texts.removedMail(at + 1), steps.toSpliced(at, 1)),
    onRemoveVariant: (changed: CampaignStep, said: string) =>
      take(
        said,
        steps.map((other) => (other.id === step.id ? changed : other)),
      ),
    onMove: (by: 1 | -1) => {
      put(steps.toSpliced(at, 1).toSpliced(at + by, 0, step));
      focusMenu(step.id);
    },
    onAddAfter: () => add(newStep(), at + 1),
    onDuplicate: async () => {
      const copy = { ...newStep(), delayMinutes: step.delayMinutes || newStep().delayMinutes };
      await copyTo(step.variants[0]?.id ?? "", copy.variants[0]?.id ?? "");
      add(copy, steps.length);
    },
  });
  return (
    <>
      <ol className="steps">
        {steps.map((step, at) => (
          <StepCard
            key={step.id}
            step={step}
            at={at}
            rules={isFull ? { ...rulesOf(at), mayAdd: false } : rulesOf(at)}
            {...actions(step, at)}
          />
        ))}
      </ol>
      <UndoBar
        label={texts.removed}
        deletion={removed}
        undo={{
          run: () => {
            removed?.back();
            setRemoved(null);
          },
          running: false,
          message: "",
        }}
        onDismiss={() => setRemoved(null)}
      />
      {mayAdd && !isFull ? (
        <div>
          <Button id="add-mail" onClick={() => add(newStep(), steps.length)}>
            <Icon size={14} path="M12 5v14M5 12h14" />
            {draft.plan.kind === "once" ? texts.addFollowUp : texts.addMail}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** To the subject of a mail that has just come. */
function focusMail(variantId: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#mail-${variantId} input`)?.focus());
}

/** A step that was moved takes the focus along. */
function focusMenu(stepId: string): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#step-${CSS.escape(stepId)} .step-head button`)?.focus(),
  );
}
