import { mergeFieldTexts } from "../../../../../contract/texts/workspace/design/mergeField.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useMergeTags } from "./useMergeTags.ts";

/**
 * A menu of merge fields. Nothing stays selected: each choice is inserted into the field with that label, or into the text.
 */
export function MergeFieldSelect(props: { into?: string; onChoose: (field: string) => void }) {
  const { into, onChoose } = props;
  const texts = useTexts(mergeFieldTexts);
  const tags = useMergeTags();
  return (
    <select
      className="input"
      aria-label={into === undefined ? texts.insertInText : texts.insertInto(into)}
      value=""
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{texts.field}</option>
      {tags.map(({ field, name }) => (
        <option key={field} value={field}>
          {name}
        </option>
      ))}
    </select>
  );
}
