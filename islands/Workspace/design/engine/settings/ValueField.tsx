import { useState } from "react";
import { type DesignTexts, designTexts } from "../../../../../contract/texts/workspace/design/design.ts";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { readValue, type ValueKind } from "../../../../../mail/values/cssValues.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Field } from "../../../../_parts/fields/Field.tsx";
import { valueFaultText } from "../../valueFaultText.ts";

type Draft = {
  of: string;
  text: string;
  /** What was stored before it was begun, and for it. */
  before: string;
  stored: string;
  /** Nobody is told off in the middle of a word: a fault is said once the field was left, and then at once. */
  left: boolean;
};

/**
 * A field for a measure or a colour. What means something is stored as it is typed, completed by its unit; while it
 * means nothing the value from before holds, and a word beside the field says what would do. Empty takes the value
 * away.
 */
export function ValueField({
  of,
  label,
  hint,
  kind,
  stored,
  onStore,
}: {
  /** Whose value this is: one field serves one part after the other. */
  of: string;
  label: string;
  hint: string | undefined;
  kind: ValueKind;
  stored: string;
  onStore: (value: string | undefined) => void;
}) {
  const texts = useTexts(editorSettingsTexts);
  const values = useTexts(designTexts);
  const [draft, setDraft] = useState<Draft | null>(null);
  // A step back, or somebody else's change, is newer than what was typed.
  const typed = draft?.of === of && draft.stored === stored ? draft : null;
  const text = typed?.text ?? stored;
  const fault = faultOf(kind, text, values);
  const said = typed === null || typed.left ? fault : undefined;

  const type = (next: string) => {
    const before = typed?.before ?? stored;
    const read = readValue(kind, next);
    const value = next.trim() === "" ? stored : "value" in read ? read.value : before;
    setDraft({ of, text: next, before, stored: value, left: said !== undefined });
    if (value !== stored) onStore(value === "" ? undefined : value);
  };
  const leave = () => {
    if (typed === null) return;
    setDraft(fault === undefined ? null : { ...typed, left: true });
    if (typed.text.trim() === "" && stored !== "") onStore(undefined);
  };
  const field = (
    <Field
      label={label}
      autoComplete="off"
      spellCheck={false}
      hint={hint}
      error={said}
      value={text}
      onChange={({ target }) => type(target.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === "Enter" && leave()}
    />
  );
  if (kind !== "colour") return field;
  return (
    <div className="editor-color">
      {field}
      <input
        type="color"
        aria-label={texts.chooseColour(label)}
        value={/^#[0-9a-f]{6}$/i.test(stored) ? stored : "#ffffff"}
        onChange={({ target }) => onStore(target.value)}
      />
    </div>
  );
}

function faultOf(kind: ValueKind, text: string, texts: DesignTexts): string | undefined {
  if (text.trim() === "") return;
  const read = readValue(kind, text);
  return "fault" in read ? valueFaultText(read.fault, texts) : undefined;
}
