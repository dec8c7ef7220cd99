import { useState } from "react";
import { type DesignTexts, designTexts } from "../../../../../contract/texts/workspace/design/design.ts";
import type { ReadValue } from "../../../../../mail/values/cssValues.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
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
 * What is typed into the field of a value. What means something is stored as it is typed; while it means nothing the value
 * from before holds, and a sentence says what would do. Empty takes the value away.
 */
export function useValueDraft({
  of,
  stored,
  shown = stored,
  read,
  onStore,
}: {
  /** Whose value this is: one field serves one part after the other. */
  of: string;
  stored: string;
  /** What stands in the field for it. */
  shown?: string;
  read: (typed: string) => ReadValue;
  onStore: (value: string | undefined) => void;
}) {
  const texts = useTexts(designTexts);
  const [draft, setDraft] = useState<Draft | null>(null);
  // A step back, or somebody else's change, is newer than what was typed.
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
