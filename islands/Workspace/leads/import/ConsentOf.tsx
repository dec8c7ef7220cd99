import { unreadConsentIn, unreadText } from "../../../../contract/imports/unreadText.ts";
import type { ColumnChoice, ImportJob } from "../../../../contract/schemas/imports.ts";
import { unreadTexts } from "../../../../contract/texts/unread.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

/** What else is to be said of a column of consents: what nobody can read of it, and whether its yes counts over a no. */
export function ConsentOf({
  job,
  columns,
  overDenied,
  onChange,
}: {
  job: ImportJob;
  columns: ColumnChoice;
  overDenied: boolean;
  onChange: (overDenied: boolean) => void;
}) {
  const texts = useTexts(importTexts).consent;
  const unread = unreadConsentIn(job, columns);
  const what = unreadText(unread, useTexts(unreadTexts));
  if (!columns.consent?.length) return null;
  return (
    <>
      {unread.length === 0 ? null : <Notice status="uncertain">{texts.unread(what)}</Notice>}
      <ChoiceField
        type="checkbox"
        label={texts.overDenied}
        checked={overDenied}
        onChange={(event) => onChange(event.target.checked)}
      />
    </>
  );
}
