import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Picker } from "./Picker.tsx";
import { useSegmentNames } from "./useSegmentNames.ts";

/** Adds one of the workspace's segments; nothing where it has none. */
export function SegmentPicker({
  label,
  chosen,
  onChange,
}: {
  label: string;
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const texts = useTexts(whomTexts);
  const names = useSegmentNames();
  const options = names.options(chosen);
  if (options.length === 0 && chosen.length === 0) return null;
  return (
    <Picker
      label={label}
      options={options}
      none={texts.noSegments}
      onPick={(id) => onChange([...chosen, id])}
    />
  );
}
