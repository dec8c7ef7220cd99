import { textLimits } from "../../../contract/limits/text.ts";
import { partTexts } from "../../../contract/texts/parts.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Field, type FieldProps } from "./Field.tsx";

/**
 * A field for the address that somebody signs up or signs in with: with the keyboard for addresses, and no automatic
 * changes to what is typed.
 */
export function EmailField(field: Omit<FieldProps, "label" | "type">) {
  const texts = useTexts(partTexts);
  return (
    <Field
      label={texts.email}
      type="email"
      inputMode="email"
      maxLength={textLimits.emailMax}
      autoCapitalize="none"
      spellCheck={false}
      required
      {...field}
    />
  );
}
