import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";

const choices = [
  { key: "update", label: "Update them with what the file has" },
  { key: "skip", label: "Skip them: they stay as they are, but an opt-out counts" },
] as const;

export type Existing = (typeof choices)[number]["key"];

/** What becomes of rows whose address is there already. */
export function ExistingChoice({
  value,
  onChange,
}: {
  value: Existing;
  onChange: (value: Existing) => void;
}) {
  return (
    <fieldset className="choices-field">
      <legend>Leads that you have already</legend>
      {choices.map(({ key, label }) => (
        <ChoiceField
          key={key}
          type="radio"
          name="existing"
          label={label}
          checked={value === key}
          onChange={() => onChange(key)}
        />
      ))}
    </fieldset>
  );
}
