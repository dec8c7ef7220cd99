import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";

const choices = ["update", "skip"] as const;

export type Existing = (typeof choices)[number];

/** What becomes of rows whose address is there already. */
export function ExistingChoice({
  value,
  onChange,
}: {
  value: Existing;
  onChange: (value: Existing) => void;
}) {
  const texts = useTexts(importTexts);
  return (
    <fieldset className="choices-field">
      <legend>{texts.existing.label}</legend>
      {choices.map((key) => (
        <ChoiceField
          key={key}
          type="radio"
          name="existing"
          label={texts.existing[key]}
          checked={value === key}
          onChange={() => onChange(key)}
        />
      ))}
    </fieldset>
  );
}
