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
import { newStep } from "./steps.ts";
import { useVariants } from "./useVariants.ts";

type Removed = { key: string; said: string; back: () => void };

/** The mails of a campaign as a line in time, each with its variants beside each other. */
export function WhatPart() {
  const texts = useTexts(whatTexts);
  const { draft, saver, isFixed, showMail } = useComposing();
  const { copyTo } = useVariants();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const { steps, kind } = draft.plan;
  const put = (next: readonly CampaignStep[]) => saver.change({ steps: [...next] });
  const add = (step: CampaignStep) => {
    saver.change({ steps: [...steps, step], kind: "sequence" });
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
    onRemove:
      steps.length === 1
        ? null
        : () =>
            take(
              texts.removedMail(at + 1),
              steps.filter((other) => other.id !== step.id),
            ),
    onRemoveVariant: (changed: CampaignStep, said: string) =>
      take(
        said,
        steps.map((other) => (other.id === step.id ? changed : other)),
      ),
    onMove: (by: 1 | -1) => put(moved(steps, at, by)),
    onDuplicate: async () => {
      const copy = { ...newStep(), delayMinutes: step.delayMinutes || newStep().delayMinutes };
      await copyTo(step.variants[0]?.id ?? "", copy.variants[0]?.id ?? "");
      add(copy);
    },
  });
  return (
    <>
      <ol className="steps">
        {steps.map((step, at) => (
          <StepCard key={step.id} step={step} at={at} count={steps.length} {...actions(step, at)} />
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
      {isFixed || steps.length >= campaignLimits.stepsMax ? null : (
        <div>
          <Button onClick={() => add(newStep())}>
            <Icon size={14} path="M12 5v14M5 12h14" />
            {kind === "once" ? texts.addFollowUp : texts.addMail}
          </Button>
        </div>
      )}
    </>
  );
}

/** To the subject of a mail that has just come. */
function focusMail(variantId: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#mail-${variantId} input`)?.focus());
}

function moved(steps: readonly CampaignStep[], at: number, by: 1 | -1): CampaignStep[] {
  const next = [...steps];
  const [step] = next.splice(at, 1);
  if (step !== undefined) next.splice(at + by, 0, step);
  return next;
}
