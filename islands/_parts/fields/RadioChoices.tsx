import { ChoiceField } from "./ChoiceField.tsx";

/** Radio buttons, one for each choice. Whoever uses them adds the group around them and its name. */
export function RadioChoices<Choice extends string>({
  name,
  choices,
  labels,
  value,
  onChange,
}: {
  name: string;
  choices: readonly Choice[];
  labels: Readonly<Record<Choice, string>>;
  /** Undefined if nothing is chosen. */
  value: Choice | undefined;
  onChange: (choice: Choice) => void;
}) {
  return choices.map((choice) => (
    <ChoiceField
      key={choice}
      type="radio"
      name={name}
      label={labels[choice]}
      checked={value === choice}
      onChange={() => onChange(choice)}
    />
  ));
}
