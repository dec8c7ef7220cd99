import { useEffect, useRef, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Field } from "../../_parts/fields/Field.tsx";

/** A debounced search field, so that not every letter causes a query. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const texts = useTexts(leadTexts);
  const [text, setText] = useState(value);
  const told = useRef(value);
  // The search may be set from elsewhere; the answer to an own query never replaces what was typed since.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait, not a new callback.
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      told.current = text.trim();
      onSearch(text.trim());
    }, screenLimits.searchPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search className="search">
      <Field
        label={texts.search.label}
        type="search"
        placeholder={texts.search.placeholder}
        autoComplete="off"
        maxLength={textLimits.searchMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </search>
  );
}
