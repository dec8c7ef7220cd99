import { restShare, usualTest, winnerRules } from "../../../../../contract/campaigns/usualTest.ts";
import { variantLetter } from "../../../../../contract/campaigns/variantLetter.ts";
import { campaignLimits } from "../../../../../contract/limits/campaigns.ts";
import type { CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { PlanEnd } from "../../../../_parts/PlanEnd.tsx";
import { useMayUse } from "../../useMayUse.ts";
import { useComposing } from "../draft/useDraft.ts";
import { DelayField } from "./DelayField.tsx";
import { MailCard } from "./MailCard.tsx";
import type { StepActions } from "./stepActions.ts";
import { newId, withoutVariant, withVariant } from "./steps.ts";
import { useVariants } from "./useVariants.ts";

/** The mail, or its variants beside each other with how many get each and how the better one is found. */
export function Variants({
  step,
  at,
  isFixed,
  mayWrite,
  onChange,
  onRemoveVariant,
}: { step: CampaignStep; at: number; isFixed: boolean; mayWrite: boolean } & Pick<
  StepActions,
  "onChange" | "onRemoveVariant"
>) {
  const texts = useTexts(whatTexts);
  const { showMail } = useComposing();
  const mayTest = useMayUse("abTesting");
  const { copyTo } = useVariants();
  const { variants } = step;
  const isTest = variants.length > 1;
  const add = async () => {
    const id = newId();
    await copyTo(variants[0]?.id ?? "", id);
    onChange(withVariant(step, id));
    showMail(id);
  };
  return (
    <>
      <div className="variants" data-count={variants.length}>
        {variants.map((variant, index) => (
          <MailCard
            key={variant.id}
            variantId={variant.id}
            title={isTest ? texts.variant(variantLetter(index)) : null}
            label={texts.mailVariant({ mail: at + 1, variant: isTest ? variantLetter(index) : null })}
            share={isTest ? variant.share : null}
            isFixed={isFixed}
            mayWrite={mayWrite}
            onShare={(share) =>
              onChange({
                ...step,
                test: step.test ?? usualTest,
                variants: variants.map((other) => (other.id === variant.id ? { ...other, share } : other)),
              })
            }
            onRemove={
              isTest && !isFixed
                ? () =>
                    onRemoveVariant(
                      withoutVariant(step, variant.id),
                      texts.removedVariant(variantLetter(index)),
                    )
                : null
            }
          />
        ))}
      </div>
      {isTest ? <TestRule step={step} isFixed={isFixed} onChange={onChange} /> : null}
      {isFixed || variants.length >= campaignLimits.variantsMax ? null : mayTest ? (
        <div>
          <Button variant="quiet" onClick={add}>
            {isTest ? texts.addVariant : texts.addTest}
          </Button>
        </div>
      ) : (
        <PlanEnd>{texts.testIsPremium}</PlanEnd>
      )}
    </>
  );
}

/** "The other 60 % get the one that more people clicked, after 4 hours." */
function TestRule({
  step,
  isFixed,
  onChange,
}: {
  step: CampaignStep;
  isFixed: boolean;
  onChange: (step: CampaignStep) => void;
}) {
  const texts = useTexts(whatTexts);
  const { test } = step;
  const rest = restShare(step);
  if (rest < 0) return <p className="field-error">{texts.sharesOver(-rest)}</p>;
  if (rest === 0) return <p className="muted">{texts.noRest}</p>;
  return (
    <fieldset className="plain-set inline-fields test-rule" disabled={isFixed}>
      <legend className="visually-hidden">{texts.winner}</legend>
      <span>{texts.restGets(rest)}</span>
      <LineSelect
        label={texts.winner}
        value={test?.by ?? ""}
        options={[
          // What nobody has chosen, as in a draft that a program made, is not shown as if somebody had.
          ...(test === null ? [{ value: "" as const, text: texts.chooseWinner }] : []),
          ...winnerRules.map((by) => ({ value: by, text: texts.winners[by] })),
        ]}
        onChange={(by) => (by === "" ? null : onChange({ ...step, test: { ...(test ?? usualTest), by } }))}
      />
      {test === null ? null : (
        <>
          <span>{test.by === "person" ? texts.atTheLatest : texts.after}</span>
          <DelayField
            label={texts.testTime}
            minutes={test.afterMinutes}
            minMinutes={1}
            maxMinutes={campaignLimits.testMaxMinutes}
            onChange={(afterMinutes) => onChange({ ...step, test: { ...test, afterMinutes } })}
          />
        </>
      )}
    </fieldset>
  );
}
