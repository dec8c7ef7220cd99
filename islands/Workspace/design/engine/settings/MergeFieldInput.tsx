import { useRef } from "react";
import { mergeFieldTexts } from "../../../../../contract/texts/workspace/design/mergeField.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Field, type FieldProps } from "../../../../_parts/fields/Field.tsx";
import { useMergeTags } from "./useMergeTags.ts";

/** A field of one line that takes merge fields: they are put where its cursor is. */
export function MergeFieldInput({
  value,
  onType,
  ...rest
}: Omit<FieldProps, "value" | "onChange" | "ref"> & { value: string; onType: (typed: string) => void }) {
  const texts = useTexts(mergeFieldTexts);
  const tags = useMergeTags();
  const input = useRef<HTMLInputElement>(null);
  const insert = (field: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const start = selectionStart ?? value.length;
    onType(`${value.slice(0, start)}{{${field}}}${value.slice(selectionEnd ?? start)}`);
    input.current?.focus();
  };
  return (
    <div className="editor-merge">
      <Field ref={input} value={value} onChange={({ target }) => onType(target.value)} {...rest} />
      <select
        className="input"
        aria-label={texts.insertInto(rest.label)}
        value=""
        onChange={({ target }) => insert(target.value)}
      >
        <option value="">{texts.field}</option>
        {tags.map(({ field, name }) => (
          <option key={field} value={field}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
