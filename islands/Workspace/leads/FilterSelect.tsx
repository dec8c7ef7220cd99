import type { LeadFilter } from "../../../contract/schemas/leadMatching.ts";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../_data/useTexts.ts";

const filters: readonly LeadFilter[] = ["optedOut", "suppressed", "neverSent", "opened", "clicked"];

/** Shows only the leads of one kind. */
export function FilterSelect({
  value,
  onChange,
}: {
  value: LeadFilter | null;
  onChange: (filter: LeadFilter | null) => void;
}) {
  const texts = useTexts(leadTexts);
  return (
    <select
      className="input filter"
      aria-label={texts.filters.label}
      data-on={value !== null}
      value={value ?? ""}
      onChange={(event) => onChange(filters.find((filter) => filter === event.target.value) ?? null)}
    >
      <option value="">{texts.filters.none}</option>
      {filters.map((filter) => (
        <option key={filter} value={filter}>
          {texts.filters[filter]}
        </option>
      ))}
    </select>
  );
}
