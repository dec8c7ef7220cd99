import { useState } from "react";
import { type DesignTexts, designTexts } from "../../../../../contract/texts/workspace/design/design.ts";
import type { ReadValue } from "../../../../../mail/values/cssValues.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { valueFaultText } from "../../valueFaultText.ts";

type Draft = {
  of: string;
  text: string;
  /** The value that was stored when the typing began. */
  before: string;
  stored: string;
  /**
   * Whether the field has been left. Nobody is corrected in mid-word: a fault is reported once the field has been left, and
   * from then on at once.
   */
  left: boolean;
};

/**
 * What is typed into the field of a value. A valid value is stored while it is typed. While it is invalid, the former value
 * stays, and a sentence says what is valid. An empty field removes the value.
 */
export function useValueDraft({
  of,
  stored,
  shown = stored,
  read,
  onStore,
}: {
  /** The id of the part that the value belongs to: the same field serves one part after the other. */
  of: string;
  stored: string;
  /** How the field shows it. */
  shown?: string;
  read: (typed: string) => ReadValue;
  onStore: (value: string | undefined) => void;
}) {
  const texts = useTexts(designTexts);
  const [draft, setDraft] = useState<Draft | null>(null);
  // An undo, or somebody else's change, is newer than what was typed.
  const typed = draft?.of === of && draft.stored === stored ? draft : null;
  const text = typed?.text ?? shown;
  const fault = faultOf(read, text, texts);
  const error = typed === null || typed.left ? fault : undefined;

  return {
    text,
    error,
    type(next: string) {
      const before = typed?.before ?? stored;
      const found = read(next);
      const value = next.trim() === "" ? stored : "value" in found ? found.value : before;
      setDraft({ of, text: next, before, stored: value, left: error !== undefined });
      if (value !== stored) onStore(value === "" ? undefined : value);
    },
    leave() {
      if (typed === null) return;
      setDraft(fault === undefined ? null : { ...typed, left: true });
      if (typed.text.trim() === "" && stored !== "") onStore(undefined);
    },
  };
}

function faultOf(read: (typed: string) => ReadValue, text: string, texts: DesignTexts): string | undefined {
  if (text.trim() === "") return;
  const found = read(text);
  return "fault" in found ? valueFaultText(found.fault, texts) : undefined;
}
