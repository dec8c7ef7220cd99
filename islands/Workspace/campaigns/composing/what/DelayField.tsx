import { useState } from "react";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { NumberField } from "../../../../_parts/fields/NumberField.tsx";
import { type DelayUnit, delayOf, delayUnits, minutesOf, unitsMax } from "./steps.ts";

/** So many minutes, hours, days or weeks. */
export function DelayField({
  label,
  minutes,
  minMinutes,
  maxMinutes,
  onChange,
}: {
  label: string;
  minutes: number;
  minMinutes: number;
  maxMinutes: number;
  onChange: (minutes: number) => void;
}) {
  const texts = useTexts(whatTexts);
  const [chosen, setChosen] = useState<DelayUnit | null>(null);
  const told = delayOf(minutes);
  // The unit that somebody chose stays, also where the same time may be said in a larger one.
  const unit =
    chosen !== null && Number.isInteger(minutes / minutesOf({ count: 1, unit: chosen })) ? chosen : told.unit;
  const count = minutes / minutesOf({ count: 1, unit });
  const max = unitsMax(unit, maxMinutes);
  return (
    <>
      <NumberField
        label={label}
        value={count}
        min={minMinutes === 0 ? 0 : 1}
        max={max}
        onChange={(next) => {
          setChosen(unit);
          onChange(minutesOf({ count: next, unit }));
        }}
      />
      <LineSelect
        label={texts.unitOf(label)}
        value={unit}
        options={delayUnits.map((one) => ({ value: one, text: texts.units[one](count) }))}
        onChange={(next) => {
          setChosen(next);
          onChange(minutesOf({ count: Math.min(count, unitsMax(next, maxMinutes)), unit: next }));
        }}
      />
    </>
  );
}
