import { useState } from "react";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import type { Values } from "../../../../../mail/design/design.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { type ChangeValues, type FieldPlan, hideFields } from "./fields.ts";
import { SettingFields } from "./SettingFields.tsx";

/** The settings for phones. The fields are rendered once somebody opens them, which most who select a block never do. */
export function OnPhones({
  of,
  fields,
  shown,
  onChange,
}: {
  of: string;
  fields: readonly FieldPlan[];
  shown: Values;
  onChange: ChangeValues;
}) {
  const texts = useTexts(editorSettingsTexts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{texts.onPhones}</summary>
      {isOpen ? (
        <SettingFields of={of} fields={[...fields, ...hideFields]} shown={shown} onChange={onChange} />
      ) : null}
    </details>
  );
}
