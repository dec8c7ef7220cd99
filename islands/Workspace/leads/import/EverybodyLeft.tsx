import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

/** Whether a file's name says that its people left while none of its columns says who did. */
export function leaversUnsaid({ leavers = false, guess }: ImportJob): boolean {
  return leavers && guess.unsubscribed.length + guess.subscribed.length === 0;
}

/** Whether everybody in a file is mailed no more, as with the lists of those who left that other programs export. */
export function EverybodyLeft({
  job,
  checked,
  onChange,
}: {
  job: ImportJob;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const texts = useTexts(importTexts).everybody;
  return (
    <>
      {leaversUnsaid(job) ? <Notice status="uncertain">{texts.byName}</Notice> : null}
      <ChoiceField
        type="checkbox"
        label={texts.left}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </>
  );
}
