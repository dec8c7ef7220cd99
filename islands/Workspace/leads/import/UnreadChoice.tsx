import { unreadText } from "../../../../contract/imports/unreadText.ts";
import type { ImportChoice, UnreadColumn } from "../../../../contract/schemas/imports.ts";
import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";

export type UnreadMeaning = ImportChoice["unreadMeans"];

const choices = [
  { key: "unsubscribed", label: "They unsubscribed: these people get no mail" },
  { key: "subscribed", label: "They did not unsubscribe: these people may get mail" },
] as const;

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
  return (
    <fieldset className="choices-field" data-asking={value === undefined}>
      <legend>What do these values mean?</legend>
      <p>{unreadText(unread)} Say it before the import.</p>
      {choices.map(({ key, label }) => (
        <ChoiceField
          key={key}
          type="radio"
          name="unreadMeans"
          label={label}
          checked={value === key}
          onChange={() => onChange(key)}
        />
      ))}
    </fieldset>
  );
}
