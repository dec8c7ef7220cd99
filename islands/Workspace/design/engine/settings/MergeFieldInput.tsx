import { useRef } from "react";
import { Field, type FieldProps } from "../../../../_parts/fields/Field.tsx";
import { MergeFieldSelect } from "./MergeFieldSelect.tsx";
import { withMergeField } from "./withMergeField.ts";

/** A single-line field into which merge fields can be inserted at the cursor. */
export function MergeFieldInput({
  value,
  onType,
  ...rest
}: Omit<FieldProps, "value" | "onChange" | "ref"> & { value: string; onType: (typed: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const insert = (field: string) => {
    onType(withMergeField(value, field, input.current));
    input.current?.focus();
  };
  return (
    <div className="editor-merge">
      <Field ref={input} value={value} onChange={({ target }) => onType(target.value)} {...rest} />
      {rest.readOnly ? null : <MergeFieldSelect into={rest.label} onChoose={insert} />}
    </div>
  );
}
