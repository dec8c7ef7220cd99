import { mergeFieldTexts } from "../../../../../contract/texts/workspace/design/mergeField.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useMergeTags } from "./useMergeTags.ts";

/** The merge fields to choose from. It keeps no choice: each one is put into a text. */
export function MergeFieldSelect({ onChoose }: { onChoose: (field: string) => void }) {
  const texts = useTexts(mergeFieldTexts);
  const tags = useMergeTags();
  return (
    <select
      className="input"
      aria-label={texts.insert}
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
