import { useState } from "react";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { DateField } from "../../../../_parts/fields/DateField.tsx";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { ZoneField } from "./ZoneField.tsx";
import { tomorrowMorning, wallTime } from "./zones.ts";

const holds = ["0", "10", "30", "60", "120", "300", "600"] as const;

/** At once or at a moment, as the wall clock of a zone has it; and how long that can be taken back. */
export function StartFields() {
  const texts = useTexts(whenTexts);
  const { draft, saver } = useComposing();
  const { startAt, zone, holdSeconds } = draft.plan;
  const [now] = useState(Date.now);
  const held = String(holdSeconds);
  return (
    <section className="choice-group">
      <h4>{texts.begins}</h4>
      <div className="choices-field" role="radiogroup" aria-label={texts.begins}>
        <ChoiceField
          type="radio"
          name="start"
          label={texts.now}
          checked={startAt === null}
          onChange={() => saver.change({ startAt: null })}
        />
        <ChoiceField
          type="radio"
          name="start"
          label={texts.at}
          checked={startAt !== null}
          onChange={() => saver.change({ startAt: tomorrowMorning(zone, now) })}
        />
      </div>
      <div className="start-fields">
        {startAt === null ? null : (
          <DateField
            label={texts.moment}
            type="datetime-local"
            min={wallTime(zone, now)}
            value={startAt}
            error={startAt < wallTime(zone, now) ? texts.past : undefined}
            onChange={({ target }) => {
              // Half a moment is none; the field keeps what is typed meanwhile.
              if (target.value !== "") saver.change({ startAt: target.value.slice(0, 16) });
            }}
          />
        )}
        <ZoneField />
      </div>
      <div className="inline-fields">
        <span>{texts.undoFor}</span>
        <LineSelect
          label={texts.undoFor}
          value={held}
          options={[...new Set([...holds, held])].map((value) => ({
            value,
            text: texts.seconds(Number(value)),
          }))}
          onChange={(value) => saver.change({ holdSeconds: Number(value) })}
        />
      </div>
    </section>
  );
}
