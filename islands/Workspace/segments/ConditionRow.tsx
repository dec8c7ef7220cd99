import { partText } from "../../../contract/segments/conditionText.ts";
import { segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import type { BuilderNames } from "./builderNames.ts";
import { ConditionValue } from "./ConditionValue.tsx";
import { conditionOf, type DraftCondition, withOp, withSubject } from "./draft.ts";
import { opsOf, subjectGroups, subjectKind } from "./subjects.ts";

/** One condition: its subject, its test, and the value to test with. */
export function ConditionRow({
  condition,
  onChange,
  onRemove,
  ...names
}: {
  condition: DraftCondition;
  onChange: (condition: DraftCondition) => void;
  onRemove: () => void;
} & BuilderNames) {
  const texts = useTexts(segmentTexts);
  const { builder, ops } = texts;
  const { fields } = names;
  const kind = subjectKind(condition.subject, fields);
  const groups = subjectGroups(fields, texts);
  const isKnown = groups.some(({ options }) => options.some(({ value }) => value === condition.subject));
  const complete = conditionOf(condition, fields);
  const remove =
    complete === null ? builder.removeCondition : builder.remove(partText(complete, names, texts));
  return (
    <div className="condition">
      <select
        className="input"
        aria-label={builder.subject}
        value={condition.subject}
        onChange={(event) => onChange(withSubject(condition, event.target.value, fields))}
      >
        {isKnown ? null : <option value={condition.subject}>{texts.said.gone}</option>}
        {groups.map(({ title, options }) => (
          <optgroup key={title} label={title}>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select
        className="input"
        aria-label={builder.op}
        value={condition.op}
        onChange={(event) => onChange(withOp(condition, event.target.value, fields))}
      >
        {opsOf[kind].map((op) => (
          <option key={op} value={op}>
            {ops[op as keyof typeof ops]}
          </option>
        ))}
      </select>
      <ConditionValue {...names} condition={condition} onChange={onChange} />
      <Button variant="quiet" shape="icon" aria-label={remove} onClick={onRemove}>
        <Icon size={16} path="M6 6l12 12M18 6 6 18" />
      </Button>
    </div>
  );
}
