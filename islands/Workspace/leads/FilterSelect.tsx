import type { LeadFilter } from "../../../contract/schemas/lead.ts";

const words: Record<LeadFilter, string> = {
  optedOut: "Opted out",
  suppressed: "Unsubscribed by link",
  neverSent: "Never sent to",
  opened: "Opened a mail",
  clicked: "Followed a link",
};

const filters = Object.keys(words) as LeadFilter[];

/** Shows only the leads of one kind. */
export function FilterSelect({
  value,
  onChange,
}: {
  value: LeadFilter | null;
  onChange: (filter: LeadFilter | null) => void;
}) {
  return (
    <select
      className="input filter"
      aria-label="Filter leads"
      data-on={value !== null}
      value={value ?? ""}
      onChange={(event) => onChange(filters.find((filter) => filter === event.target.value) ?? null)}
    >
      <option value="">Every lead</option>
      {filters.map((filter) => (
        <option key={filter} value={filter}>
          {words[filter]}
        </option>
      ))}
    </select>
  );
}
