import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { RadioChoices } from "../../../_parts/fields/RadioChoices.tsx";

const choices = ["update", "skip"] as const;

export type Existing = (typeof choices)[number];

/** What happens to rows with the address of an existing lead. */
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
      <RadioChoices
        name="existing"
        choices={choices}
        labels={texts.existing}
        value={value}
        onChange={onChange}
      />
    </fieldset>
  );
}
