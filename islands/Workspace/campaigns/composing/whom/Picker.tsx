import { useState } from "react";
import { foldedText } from "../../../../../contract/foldedText.ts";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Combobox, type ComboboxOption } from "../../../../_parts/fields/Combobox.tsx";

/** Adds one of many by typing its name; what is chosen stands elsewhere. */
export function Picker({
  label,
  options,
  none,
  onPick,
}: {
  label: string;
  options: readonly ComboboxOption[];
  /** Said where there is nothing to choose from. */
  none: string;
  onPick: (key: string) => void;
}) {
  const texts = useTexts(whomTexts);
  const [search, setSearch] = useState("");
  const wanted = foldedText(search);
  const found = options.filter(({ label: name }) => foldedText(name).includes(wanted));
  return (
    <Combobox
      label={label}
      value=""
      placeholder={`${label}…`}
      options={found}
      state={found.length > 0 ? "" : options.length === 0 ? none : texts.nothingFound}
      onSearch={setSearch}
      onPick={onPick}
    />
  );
}
