import type { KeyboardEvent } from "react";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { type MeasureKind, readValue } from "../../../../../mail/values/cssValues.ts";
import { inUnit, takenApart, unitsFor, written } from "../../../../../mail/values/measures.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Field } from "../../../../_parts/fields/Field.tsx";
import { useValueDraft } from "./useValueDraft.ts";

/**
 * A measure as a number and a unit. The arrow keys change the number by one, with Shift by ten; a unit that is typed or
 * pasted along is taken. An invalid stored value is shown with a hint at what is valid.
 */
export function MeasureField({
  of,
  label,
  hint,
  kind,
  stored,
  onStore,
  onTyping,
}: {
  of: string;
  label: string;
  hint?: string | undefined;
  kind: MeasureKind;
  stored: string;
  onStore: (value: string | undefined) => void;
  /** Called when somebody begins typing the number, and when they leave it. */
  onTyping?: (isTyping: boolean) => void;
}) {
  const texts = useTexts(editorSettingsTexts);
  const measure = takenApart(kind, stored);
  const units = unitsFor(kind, measure.unit);
  const read = (typed: string) => readValue(kind, written(typed, measure.unit));
  const draft = useValueDraft({ of, stored, shown: measure.number, read, onStore });
  const count = (event: KeyboardEvent) => {
    if (event.key === "Enter") draft.leave();
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const by = (event.shiftKey ? 10 : stepOf(measure.unit)) * (event.key === "ArrowUp" ? 1 : -1);
    const from = Number.parseFloat(draft.text || "0");
    event.preventDefault();
    const next = String(Math.round((from + by) * 100) / 100);
    if (!Number.isNaN(from) && "value" in read(next)) draft.type(next);
  };
  return (
    <div className="editor-measure">
      <Field
        label={label}
        autoComplete="off"
        spellCheck={false}
        inputMode="decimal"
        hint={hint}
        error={draft.error}
        value={draft.text}
        onChange={({ target }) => draft.type(target.value)}
        onFocus={() => onTyping?.(true)}
        onBlur={() => {
          draft.leave();
          onTyping?.(false);
        }}
        onKeyDown={count}
      />
      {units.length === 1 ? (
        <span className="editor-unit" aria-hidden="true">
          {units[0]}
        </span>
      ) : (
        <select
          className="input editor-unit"
          aria-label={texts.unitOf(label)}
          value={measure.unit}
          onChange={({ target }) => {
            const next = inUnit(kind, measure, target.value);
            if (next !== null) onStore(next);
          }}
        >
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {unit === "" ? texts.times : unit}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function stepOf(unit: string): number {
  return unit === "em" || unit === "rem" || unit === "" ? 0.1 : 1;
}
