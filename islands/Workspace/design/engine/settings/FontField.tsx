import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { valuesOf } from "../../../../../mail/design/design.ts";
import { commonFonts, type Font } from "../../../../../mail/values/fonts.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { SelectField } from "../../../../_parts/fields/SelectField.tsx";
import { shownValue } from "./fields.ts";

/** Selects a font by name. Its value, its name and the address that it is loaded from are stored together. */
export function FontField({
  label,
  fonts,
  value,
  onStore,
}: {
  label: string;
  /** The design's own fonts, besides the common ones. */
  fonts: readonly Font[];
  value: unknown;
  onStore: (font: Font | undefined) => void;
}) {
  const texts = useTexts(editorSettingsTexts);
  const stored = shownValue(valuesOf(value).value);
  const choices = [...commonFonts, ...fonts];
  return (
    <SelectField
      label={label}
      value={stored}
      onChange={({ target }) => onStore(choices.find((font) => font.value === target.value))}
    >
      <option value="">{texts.asTheMail}</option>
      {choices.map((font) => (
        <option key={font.value} value={font.value}>
          {font.label}
        </option>
      ))}
    </SelectField>
  );
}
