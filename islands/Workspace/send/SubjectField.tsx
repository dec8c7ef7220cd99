import { type ComponentProps, type Ref, useRef } from "react";
import { textLimits } from "../../../contract/limits/text.ts";
import { mergeFieldTexts } from "../../../contract/texts/workspace/design/mergeField.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Field } from "../../_parts/fields/Field.tsx";
import { Menu } from "../../_parts/Menu.tsx";
import { useMergeTags } from "../design/engine/settings/useMergeTags.ts";
import { withMergeField } from "../design/engine/settings/withMergeField.ts";

/** The subject, with a menu of the merge fields that it may name, the workspace's own too. */
export function SubjectField({
  value,
  onType,
  ref,
  ...rest
}: Omit<ComponentProps<typeof Field>, "value" | "ref"> & {
  value: string;
  onType: (typed: string) => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const texts = useTexts(mergeFieldTexts);
  const tags = useMergeTags();
  const input = useRef<HTMLInputElement | null>(null);
  const insert = (field: string) => {
    onType(withMergeField(value, field, input.current));
    input.current?.focus();
  };
  return (
    <div className="subject-field">
      <Field
        ref={(element) => {
          input.current = element;
          if (typeof ref === "function") ref(element);
        }}
        maxLength={textLimits.subjectMax}
        autoComplete="off"
        {...rest}
      />
      <Menu
        variant="quiet"
        aria-label={texts.insert}
        items={tags.map(({ field, name }) => ({ key: field, label: name, onSelect: () => insert(field) }))}
      >
        {texts.field}
      </Menu>
    </div>
  );
}
