import { consents } from "../../../contract/leads/consent.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { type SegmentTexts, segmentTexts } from "../../../contract/texts/workspace/segments.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { ChoiceField } from "../../_parts/fields/ChoiceField.tsx";
import { DateInput } from "../../_parts/fields/DateInput.tsx";
import type { BuilderNames, Named } from "./builderNames.ts";
import { type DraftCondition, wantedOf } from "./draft.ts";
import { fieldPrefix, subjectKind } from "./subjects.ts";

type Filled = BuilderNames & {
  condition: DraftCondition;
  onChange: (condition: DraftCondition) => void;
};

/** The value of a condition, in the kind of field that its test needs. */
export function ConditionValue(props: Filled) {
  const { condition, onChange, campaigns, fields } = props;
  const texts = useTexts(segmentTexts);
  const { builder } = texts;
  const input = (name: "value" | "to", label: string, more: object) => (
    <input
      className="input"
      aria-label={label}
      value={condition[name]}
      onChange={(event) => onChange({ ...condition, [name]: event.target.value })}
      {...more}
    />
  );
  const day = (name: "value" | "to", label: string) => (
    <DateInput
      key={name}
      type="date"
      aria-label={label}
      value={condition[name]}
      onChange={(event) => onChange({ ...condition, [name]: event.target.value })}
    />
  );
  const isActivity = subjectKind(condition.subject, fields) === "activity";
  return (
    <>
      {valueInputs()}
      {isActivity ? (
        <select
          className="input"
          aria-label={builder.campaign}
          value={condition.campaign}
          onChange={(event) => onChange({ ...condition, campaign: event.target.value })}
        >
          <option value="">{builder.anyCampaign}</option>
          {withGone(campaigns, condition.campaign, texts).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
    </>
  );

  function valueInputs() {
    const number = { type: "number", step: "any", inputMode: "decimal" };
    switch (wantedOf(condition, fields)) {
      case "nothing":
        return null;
      case "text":
        return input("value", builder.value, { maxLength: segmentLimits.valueMax, autoComplete: "off" });
      case "number":
        return input("value", builder.value, number);
      case "numbers":
        return [
          input("value", builder.from, { ...number, key: 1 }),
          input("to", builder.to, { ...number, key: 2 }),
        ];
      case "day":
        return day("value", builder.value);
      case "days":
        return [day("value", builder.from), day("to", builder.to)];
      case "dayCount":
        return (
          <span className="condition-days">
            {input("value", builder.days, { type: "number", min: 1, max: segmentLimits.daysMax })}
            <span aria-hidden="true">{builder.daysUnit(Number(condition.value))}</span>
          </span>
        );
      case "named":
        return <NamedChoice {...props} />;
    }
  }
}

/** Several things by name, each with a checkbox. */
function NamedChoice({ condition, onChange, ...names }: Filled) {
  const texts = useTexts(segmentTexts);
  const there = namedFor(condition, names, texts);
  const gone = condition.named.filter((id) => !there.some((each) => each.id === id));
  const options = [...there, ...gone.map((id) => ({ id, name: texts.said.gone }))];
  const toggle = (id: string) => {
    const { named } = condition;
    onChange({
      ...condition,
      named: named.includes(id) ? named.filter((each) => each !== id) : [...named, id],
    });
  };
  if (options.length === 0) return <p className="muted">{texts.builder.noneThere}</p>;
  return (
    <fieldset className="condition-named">
      <legend className="visually-hidden">{texts.builder.choose}</legend>
      {options.map(({ id, name }) => (
        <ChoiceField
          key={id}
          type="checkbox"
          label={name}
          checked={condition.named.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </fieldset>
  );
}

function namedFor(
  { subject }: DraftCondition,
  { fields, collections }: BuilderNames,
  texts: SegmentTexts,
): readonly Named[] {
  if (subject === "collections") return collections;
  if (subject === "consent") return consents.map((id) => ({ id, name: texts.consents[id] }));
  return fields.find(({ id }) => `${fieldPrefix}${id}` === subject)?.choices ?? [];
}

/** The selected one is in the list even if it was deleted. */
function withGone(known: readonly Named[], id: string, { said }: SegmentTexts): readonly Named[] {
  if (id === "" || known.some((each) => each.id === id)) return known;
  return [...known, { id, name: said.gone }];
}
