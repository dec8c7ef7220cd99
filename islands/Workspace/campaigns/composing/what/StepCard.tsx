import { useId } from "react";
import type { CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { dots, Icon } from "../../../../_parts/Icon.tsx";
import { Menu } from "../../../../_parts/Menu.tsx";
import { StepTiming } from "./StepTiming.tsx";
import type { StepActions, StepRules } from "./stepActions.ts";
import { Variants } from "./Variants.tsx";

/** One mail of the line: when it goes and to whom of those before, and what it says. */
export function StepCard({
  step,
  at,
  rules,
  ...actions
}: { step: CampaignStep; at: number; rules: StepRules } & StepActions) {
  const texts = useTexts(whatTexts);
  const id = useId();
  const { onMove, onDuplicate, onAddAfter, onRemove } = actions;
  const items = [
    ...(rules.mayAdd
      ? [
          { key: "after", label: texts.addAfter, onSelect: onAddAfter },
          { key: "duplicate", label: texts.duplicate, onSelect: onDuplicate },
        ]
      : []),
    ...(rules.mayMoveUp ? [{ key: "up", label: texts.earlier, onSelect: () => onMove(-1) }] : []),
    ...(rules.mayMoveDown ? [{ key: "down", label: texts.later, onSelect: () => onMove(1) }] : []),
    ...(rules.mayChange && onRemove !== null
      ? [{ key: "remove", label: texts.remove, danger: true, onSelect: onRemove }]
      : []),
  ];
  return (
    <li className="step" id={`step-${step.id}`} aria-labelledby={id}>
      <div className="step-head">
        <h4 id={id}>{texts.mail(at + 1)}</h4>
        {items.length === 0 ? null : (
          <Menu variant="quiet" shape="icon" aria-label={texts.more(at + 1)} items={items}>
            <Icon size={16} path={dots} />
          </Menu>
        )}
      </div>
      {at === 0 ? (
        <p className="muted">{texts.atStart}</p>
      ) : (
        <fieldset className="plain-set step-timing" disabled={!rules.mayTime}>
          <legend className="visually-hidden">{texts.whenAndWho(at + 1)}</legend>
          <StepTiming step={step} onChange={actions.onChange} />
          <ChoiceField
            type="checkbox"
            label={texts.sameThread}
            checked={step.sameThread}
            disabled={!rules.mayChange}
            onChange={({ target }) => actions.onChange({ ...step, sameThread: target.checked })}
          />
        </fieldset>
      )}
      {rules.note === "" ? null : <p className="step-standing">{rules.note}</p>}
      <Variants
        step={step}
        at={at}
        isFixed={!rules.mayChange}
        mayWrite={rules.mayWrite}
        onChange={actions.onChange}
        onRemoveVariant={actions.onRemoveVariant}
      />
    </li>
  );
}
