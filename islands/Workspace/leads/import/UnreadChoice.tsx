import { unreadText } from "../../../../contract/imports/unreadText.ts";
import type { ImportChoice, UnreadColumn } from "../../../../contract/schemas/imports.ts";
import { unreadTexts } from "../../../../contract/texts/unread.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { RadioChoices } from "../../../_parts/fields/RadioChoices.tsx";

export type UnreadMeaning = ImportChoice["unreadMeans"];

const unreadId = "unread-values";

/** Leads whoever cannot import yet to what is still asked, which may be out of sight. */
export function goToUnread(): void {
  document.querySelector<HTMLElement>(`#${unreadId} input`)?.focus();
}

const choices = ["unsubscribed", "subscribed"] as const;

/** Asks what values mean that are neither a yes nor a no, where a column says who unsubscribed. */
export function UnreadChoice({
  unread,
  value,
  onChange,
}: {
  unread: readonly UnreadColumn[];
  value: UnreadMeaning;
  onChange: (value: UnreadMeaning) => void;
}) {
  const texts = useTexts(importTexts);
  return (
    <fieldset id={unreadId} className="choices-field" data-asking={value === undefined}>
      <legend>{texts.unread.title}</legend>
      <p>{texts.unread.sayIt(unreadText(unread, useTexts(unreadTexts)))}</p>
      <RadioChoices
        name="unreadMeans"
        choices={choices}
        labels={texts.unread}
        value={value}
        onChange={onChange}
      />
    </fieldset>
  );
}
