import { useEffect, useState } from "react";
import { useFieldIds } from "./Field.tsx";

export type NumberFieldProps = {
  /** For screen readers; the sentence around the field says it to everybody else. */
  label: string;
  unit?: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
};

/**
 * A whole number with its unit in the same frame, in a line of other fields. A value that is incomplete or out of bounds
 * stays in the field and is not reported. Leaving the field restores the current value.
 */
export function NumberField({ label, unit, value, min, max, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  const isRight = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
  const ids = useFieldIds({ error: isRight(typed) ? undefined : "" });
  // A change from elsewhere is shown, but not while the same number is being typed.
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
