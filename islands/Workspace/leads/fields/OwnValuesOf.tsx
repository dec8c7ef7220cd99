import { fieldText } from "../../../../contract/leads/fieldText.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";

/** What is known of a lead beyond what every lead has; nothing where nothing is. */
export function OwnValuesOf({ lead }: { lead: Lead }) {
  const known = useCustomFields().flatMap(({ key, label, kind }) => {
    const value = lead.fields[key];
    return value === undefined ? [] : [{ key, label, text: fieldText(kind, value) }];
  });
  if (known.length === 0) return null;
  return (
    <dl className="own-values">
      {known.map(({ key, label, text }) => (
        <div key={key} className="own-value">
          <dt className="muted">{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
