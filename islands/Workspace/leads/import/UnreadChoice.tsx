import { unreadText } from "../../../../contract/imports/unreadText.ts";
import type { ImportChoice, UnreadColumn } from "../../../../contract/schemas/imports.ts";
import { unreadTexts } from "../../../../contract/texts/unread.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { RadioChoices } from "../../../_parts/fields/RadioChoices.tsx";

export type UnreadMeaning = ImportChoice["unreadMeans"];

const unreadId = "unread-values";

/** Moves the focus to the open question, which may be out of sight, if the import cannot start without an answer. */
export function goToUnread(): void {
  document.querySelector<HTMLElement>(`#${unreadId} input`)?.focus();
}

const choices = ["unsubscribed", "subscribed"] as const;

/** Asks for the meaning of values that are neither a yes nor a no in a column that says who unsubscribed. */
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
