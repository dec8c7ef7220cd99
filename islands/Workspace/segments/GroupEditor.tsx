import { useRef } from "react";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { type Join, joinOf } from "../../../contract/segments/conditionText.ts";
import { segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import type { BuilderNames } from "./builderNames.ts";
import { ConditionRow } from "./ConditionRow.tsx";
import { type DraftGroup, type DraftPart, isDraftGroup, newCondition, newGroup } from "./draft.ts";

const joins: readonly Join[] = ["all", "any", "notAny", "notAll"];

/** Conditions and groups joined by "and" or "or", with a way to add more. */
export function GroupEditor({
  group,
  depth,
  onChange,
  onRemove,
  ...names
}: {
  group: DraftGroup;
  /** From 1. */
  depth: number;
  onChange: (group: DraftGroup) => void;
  /** Undefined for the outermost group. */
  onRemove?: () => void;
} & BuilderNames) {
  const texts = useTexts(segmentTexts);
  const { builder } = texts;
  const frame = useRef<HTMLFieldSetElement>(null);
  const label = depth === 1 ? builder.matching : builder.groupOf;

  const put = (part: DraftPart) => {
    onChange({ ...group, of: [...group.of, part] });
    // The added one is to be filled in next. It exists once this change is rendered.
    setTimeout(() => {
      const rows = frame.current?.querySelectorAll<HTMLElement>(":scope > ul > li");
      rows?.[rows.length - 1]?.querySelector<HTMLElement>("select")?.focus();
    });
  };
  const remove = (key: number) => {
    onChange({ ...group, of: group.of.filter((part) => part.key !== key) });
    // The focus would be lost with the button that was pressed.
    setTimeout(() => frame.current?.querySelector<HTMLElement>(":scope > .actions button")?.focus());
  };

  return (
    <fieldset ref={frame} className="question-group" data-depth={depth}>
      <legend className="visually-hidden">{label}</legend>
      <div className="question-join" hidden={group.of.length === 0 && onRemove === undefined}>
        <span aria-hidden="true">{label}</span>
        <select
          className="input"
          aria-label={label}
          value={joinOf(group)}
          onChange={(event) => {
            const join = event.target.value;
            onChange({
              ...group,
              match: join === "all" || join === "notAll" ? "all" : "any",
              not: join.startsWith("not"),
            });
          }}
        >
          {joins.map((join) => (
            <option key={join} value={join}>
              {texts.joins[join]}
            </option>
          ))}
        </select>
        {onRemove === undefined ? null : (
          <Button variant="quiet" onClick={onRemove}>
            {builder.removeGroup}
          </Button>
        )}
      </div>
      <ul>
        {group.of.map((part) => (
          <li key={part.key}>
            {isDraftGroup(part) ? (
              <GroupEditor
                {...names}
                group={part}
                depth={depth + 1}
                onChange={(next) => onChange(replaced(group, next))}
                onRemove={() => remove(part.key)}
              />
            ) : (
              <ConditionRow
                {...names}
                condition={part}
                onChange={(next) => onChange(replaced(group, next))}
                onRemove={() => remove(part.key)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button onClick={() => put(newCondition())}>{builder.addCondition}</Button>
        {depth < segmentLimits.depthMax ? (
          <Button variant="quiet" onClick={() => put(newGroup())}>
            {builder.addGroup}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

function replaced(group: DraftGroup, part: DraftPart): DraftGroup {
  return { ...group, of: group.of.map((each) => (each.key === part.key ? part : each)) };
}
