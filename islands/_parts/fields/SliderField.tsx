import { FieldFrame, useFieldIds } from "./Field.tsx";
import { NumberField, type NumberFieldProps } from "./NumberField.tsx";

/** A whole number on a slider, with a number field beside it for typing. */
export function SliderField(props: NumberFieldProps) {
  const { label, unit, value, min, max, onChange } = props;
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
        <NumberField {...props} />
      </div>
    </FieldFrame>
  );
}
