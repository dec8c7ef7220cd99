import { DateInput } from "./DateInput.tsx";
import type { DateInputType } from "./DatePanel.tsx";
import { FieldFrame, type FieldProps, useFieldIds } from "./Field.tsx";

/** A labelled day, time, or both. */
export function DateField({
  label,
  hint,
  error,
  type = "date",
  ...input
}: Omit<FieldProps, "type"> & { type?: DateInputType }) {
  const ids = useFieldIds({ hint, error });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} error={error}>
      <DateInput type={type} {...ids.control} {...input} />
    </FieldFrame>
  );
}
