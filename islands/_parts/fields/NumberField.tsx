import { useEffect, useState } from "react";
import { useFieldIds } from "./Field.tsx";

export type NumberFieldProps = {
  /** Read out; the sentence that it stands in says it to the eye. */
  label: string;
  unit?: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
};

/**
 * A whole number with its unit in the same frame, in a line of other fields. What is half typed or out of bounds stays
 * in the field and is not reported; leaving the field puts the current value back.
 */
export function NumberField({ label, unit, value, min, max, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  const isRight = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const ids = useFieldIds({ error: isRight(typed) ? undefined : "" });
  // What was changed elsewhere is shown; what is being typed stays.
  useEffect(() => setTyped((text) => (Number(text) === value ? text : String(value))), [value]);
  return (
    <span className="number-field" data-invalid={!isRight(typed)}>
      <input
        id={ids.control.id}
        type="text"
        inputMode="numeric"
        aria-label={label}
        aria-invalid={isRight(typed) ? undefined : true}
        autoComplete="off"
        size={Math.max(2, Math.min(4, String(max).length))}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (isRight(target.value)) onChange(Number(target.value));
        }}
        onBlur={() => setTyped(String(value))}
      />
      {unit === undefined ? null : <span aria-hidden="true">{unit}</span>}
    </span>
  );
}
