import { useState } from "react";
import type { SendWindow } from "../../../../../contract/schemas/campaignPlan.ts";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { DateField } from "../../../../_parts/fields/DateField.tsx";
import { RadioChoices } from "../../../../_parts/fields/RadioChoices.tsx";
import { useComposing } from "../draft/useDraft.ts";

const weekdays: SendWindow = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };

/** The days and hours in which mails go, and how they are spread over them. */
export function HoursFields() {
  const texts = useTexts(whenTexts);
  const { draft, saver } = useComposing();
  const { window: hours, spread } = draft.plan;
  return (
    <section className="choice-group">
      <h4>{texts.hours}</h4>
      <div className="choices-field" role="radiogroup" aria-label={texts.hours}>
        <ChoiceField
          type="radio"
          name="hours"
          label={texts.anyTime}
          checked={hours === null}
          onChange={() => saver.change({ window: null, spread: "fast" })}
        />
        <ChoiceField
          type="radio"
          name="hours"
          label={texts.someHours}
          checked={hours !== null}
          onChange={() => saver.change({ window: weekdays })}
        />
      </div>
      {hours === null ? null : (
        <>
          <WindowFields hours={hours} onChange={(changed) => saver.change({ window: changed })} />
          <div className="choices-field" role="radiogroup" aria-label={texts.spread}>
            <RadioChoices
              name="spread"
              choices={["fast", "even"]}
              labels={texts.spreads}
              value={spread}
              onChange={(way) => saver.change({ spread: way })}
            />
          </div>
        </>
      )}
    </section>
  );
}

/** What is not yet a window (it ends before it begins, it has no day) is told here and not saved. */
function WindowFields({ hours, onChange }: { hours: SendWindow; onChange: (hours: SendWindow) => void }) {
  const texts = useTexts(whenTexts);
  const [typed, setTyped] = useState(hours);
  const change = (part: Partial<SendWindow>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (next.days.length > 0 && next.from < next.to && next.from !== "") onChange(next);
  };
  const toggle = (day: number, isIn: boolean) =>
    change({ days: isIn ? [...typed.days, day].sort() : typed.days.filter((other) => other !== day) });
  return (
    <div className="window-fields">
      <fieldset className="days">
        <legend>{texts.days}</legend>
        {texts.dayNames.map((name, at) => (
          <label key={name} className="day">
            <input
              type="checkbox"
              aria-label={name}
              checked={typed.days.includes(at + 1)}
              onChange={({ target }) => toggle(at + 1, target.checked)}
            />
            <span aria-hidden="true">{name.slice(0, 2)}</span>
          </label>
        ))}
      </fieldset>
      <DateField
        label={texts.from}
        type="time"
        value={typed.from}
        onChange={({ target }) => change({ from: target.value.slice(0, 5) })}
      />
      <DateField
        label={texts.until}
        type="time"
        value={typed.to}
        error={typed.from >= typed.to ? texts.endsEarly : undefined}
        onChange={({ target }) => change({ to: target.value.slice(0, 5) })}
      />
      {typed.days.length === 0 ? (
        <p className="field-error" role="alert">
          {texts.noDay}
        </p>
      ) : null}
    </div>
  );
}
