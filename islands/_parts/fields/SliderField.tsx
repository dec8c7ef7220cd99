import { FieldFrame, useFieldIds } from "./Field.tsx";
import { NumberField } from "./NumberField.tsx";

/** A whole number on a line, and the same as a number beside it for whoever knows it. */
export function SliderField({
  label,
  unit,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  unit?: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const ids = useFieldIds({});
  return (
    <FieldFrame ids={ids} label={label}>
      <div className="slider-line">
        <input
          type="range"
          className="slider"
          {...ids.control}
          min={min}
          max={max}
          value={value}
          aria-valuetext={unit === undefined ? undefined : `${value} ${unit}`}
          onChange={({ target }) => onChange(Number(target.value))}
        />
        <NumberField
          label={label}
          {...{ value, min, max, onChange }}
          {...(unit === undefined ? {} : { unit })}
        />
      </div>
    </FieldFrame>
  );
}
