import { Fragment, useId } from "react";
import { leavable } from "../../../../../contract/campaigns/leavable.ts";
import type { StopRules } from "../../../../../contract/schemas/campaignPlan.ts";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useCustomFields } from "../../../../_data/useCustomFields.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWords } from "../../../../_data/useWords.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { useRuleReview } from "../review/useReview.ts";

const rules = ["onClick", "onReply", "onLeaving"] as const;
type Rule = (typeof rules)[number];

const ruleOf: Readonly<Record<string, Rule>> = {
  check_stop_uncounted: "onClick",
  check_counted_granted: "onClick",
  check_reply_unreadable: "onReply",
  check_leaving_unseen: "onLeaving",
};

/** What ends a sequence for somebody before its last mail. */
export function StopFields() {
  const texts = useTexts(whenTexts);
  const { draft, saver } = useComposing();
  const { stop, audience } = draft.plan;
  const fields = useCustomFields();
  const change = (part: Partial<StopRules>) => saver.change({ stop: { ...stop, ...part } });
  const id = useId();
  const notes = useRuleNotes();
  const first = fields[0]?._id ?? null;
  const { onField } = stop;
  // Such as of a duplicate: it is seen, and can be chosen anew or unticked.
  const gone = onField === null || fields.some(({ _id }) => _id === onField) ? [] : [onField];
  return (
    <section className="choice-group">
      <h4>{texts.stops}</h4>
      <p className="muted">{texts.alwaysStops}</p>
      <div className="stop-rules">
        {rules
          .filter((rule) => rule !== "onLeaving" || stop.onLeaving || leavable(audience))
          .map((rule) => (
            <Fragment key={rule}>
              <ChoiceField
                type="checkbox"
                label={texts.stopRules[rule]}
                checked={stop[rule]}
                onChange={({ target }) => change({ [rule]: target.checked })}
                {...(notes[rule].length === 0 ? {} : { "aria-describedby": `${id}-${rule}` })}
              />
              <RuleNotes id={`${id}-${rule}`} notes={notes[rule]} isChosen={stop[rule]} />
            </Fragment>
          ))}
        {fields.length + gone.length === 0 ? null : (
          <div className="inline-fields">
            <ChoiceField
              type="checkbox"
              label={texts.stopRules.onField}
              checked={onField !== null}
              onChange={({ target }) => change({ onField: target.checked ? first : null })}
            />
            {onField === null ? null : (
              <LineSelect
                label={texts.stopField}
                value={onField}
                options={[
                  ...gone.map((value) => ({ value, text: texts.goneField })),
                  ...fields.map(({ _id, label }) => ({ value: _id, text: label })),
                ]}
                onChange={(picked) => change({ onField: picked })}
              />
            )}
          </div>
        )}
      </div>
    </section>
  );
}

/**
 * What is to be known of each rule as this campaign is, whether it is chosen or not: of one that runs a choice holds at
 * once, and would be told of too late.
 */
function useRuleNotes(): Record<Rule, string[]> {
  const { draft } = useComposing();
  const words = useWords();
  const { onField } = draft.plan.stop;
  const stop = { onClick: true, onReply: true, onLeaving: true, onField };
  const checks = useRuleReview(draft, { stop });
  const notes: Record<Rule, string[]> = { onClick: [], onReply: [], onLeaving: [] };
  for (const { cause, reason } of checks) {
    const rule = ruleOf[cause.code];
    if (rule !== undefined) notes[rule].push(words(cause, reason));
  }
  return notes;
}

function RuleNotes({ id, notes, isChosen }: { id: string; notes: readonly string[]; isChosen: boolean }) {
  if (notes.length === 0) return null;
  return (
    <ul className="rule-notes" id={id} data-chosen={isChosen}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
