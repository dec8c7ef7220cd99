import { leavable } from "../../../../../contract/campaigns/leavable.ts";
import type { StopRules } from "../../../../../contract/schemas/campaignPlan.ts";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useCustomFields } from "../../../../_data/useCustomFields.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { useComposing } from "../draft/useDraft.ts";

const rules = ["onClick", "onReply", "onLeaving"] as const;

/** What ends a sequence for somebody before its last mail. */
export function StopFields() {
  const texts = useTexts(whenTexts);
  const { draft, saver } = useComposing();
  const { stop, audience } = draft.plan;
  const fields = useCustomFields();
  const change = (part: Partial<StopRules>) => saver.change({ stop: { ...stop, ...part } });
  const first = fields[0]?._id ?? null;
  return (
    <section className="choice-group">
      <h4>{texts.stops}</h4>
      <p className="muted">{texts.alwaysStops}</p>
      <div className="stop-rules">
        {rules
          .filter((rule) => rule !== "onLeaving" || stop.onLeaving || leavable(audience))
          .map((rule) => (
            <ChoiceField
              key={rule}
              type="checkbox"
              label={texts.stopRules[rule]}
              checked={stop[rule]}
              onChange={({ target }) => change({ [rule]: target.checked })}
            />
          ))}
        {fields.length === 0 ? null : (
          <div className="inline-fields">
            <ChoiceField
              type="checkbox"
              label={texts.stopRules.onField}
              checked={stop.onField !== null}
              onChange={({ target }) => change({ onField: target.checked ? first : null })}
            />
            {stop.onField === null ? null : (
              <LineSelect
                label={texts.stopField}
                value={stop.onField}
                options={fields.map(({ _id, label }) => ({ value: _id, text: label }))}
                onChange={(onField) => change({ onField })}
              />
            )}
          </div>
        )}
      </div>
    </section>
  );
}
