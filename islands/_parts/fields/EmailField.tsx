import { textLimits } from "../../../contract/limits/text.ts";
import { Field, type FieldProps } from "./Field.tsx";

/** The address that somebody signs up or signs in with: the keyboard for one, and nothing that changes what is typed. */
export function EmailField(field: Omit<FieldProps, "label" | "type">) {
  return (
    <Field
      label="E-mail"
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
