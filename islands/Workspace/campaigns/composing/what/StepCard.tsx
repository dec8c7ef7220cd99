import { useId } from "react";
import type { CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { dots, Icon } from "../../../../_parts/Icon.tsx";
import { Menu } from "../../../../_parts/Menu.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { StepTiming } from "./StepTiming.tsx";
import type { StepActions } from "./stepActions.ts";
import { Variants } from "./Variants.tsx";

/** One mail of the line: when it goes and to whom of those before, and what it says. */
export function StepCard({
  step,
  at,
  count,
  ...actions
}: { step: CampaignStep; at: number; count: number } & StepActions) {
  const texts = useTexts(whatTexts);
  const { isFixed } = useComposing();
  const id = useId();
  const { onMove, onDuplicate, onRemove } = actions;
  const items = [
    { key: "duplicate", label: texts.duplicate, onSelect: onDuplicate },
    ...(at > 0 ? [{ key: "up", label: texts.earlier, onSelect: () => onMove(-1) }] : []),
    ...(at < count - 1 ? [{ key: "down", label: texts.later, onSelect: () => onMove(1) }] : []),
    ...(onRemove === null ? [] : [{ key: "remove", label: texts.remove, danger: true, onSelect: onRemove }]),
  ];
  return (
    <li className="step" aria-labelledby={id}>
      <div className="step-head">
        <h4 id={id}>{texts.mail(at + 1)}</h4>
        {isFixed ? null : (
          <Menu variant="quiet" shape="icon" aria-label={texts.more(at + 1)} items={items}>
            <Icon size={16} path={dots} />
          </Menu>
        )}
      </div>
      {at === 0 ? (
        <p className="muted">{texts.atStart}</p>
      ) : (
        <fieldset className="plain-set step-timing" disabled={isFixed}>
          <legend className="visually-hidden">{texts.whenAndWho(at + 1)}</legend>
          <StepTiming step={step} onChange={actions.onChange} />
          <ChoiceField
            type="checkbox"
            label={texts.sameThread}
            checked={step.sameThread}
            onChange={({ target }) => actions.onChange({ ...step, sameThread: target.checked })}
          />
        </fieldset>
      )}
      <Variants step={step} at={at} onChange={actions.onChange} onRemoveVariant={actions.onRemoveVariant} />
    </li>
  );
}
