import { previewTexts } from "../../../../contract/texts/workspace/design/preview.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { together } from "../../../_parts/together.ts";
import { SearchField } from "../../leads/SearchField.tsx";
import type { PreviewLead } from "./usePreviewLead.ts";

/** Chooses the lead that a mail is previewed for, and tells what the mail would miss. */
export function PreviewLeadBar({ chosen, blank }: { chosen: PreviewLead; blank: readonly string[] }) {
  const texts = useTexts(previewTexts);
  const fields: Readonly<Record<string, string | undefined>> = texts.lead.fields;
  const { lead, place, total, values } = chosen;
  const name = [values.firstName, values.lastName].filter(Boolean).join(" ") || values.email || "";
  return (
    <div className="preview-lead">
      <SearchField value={chosen.search} onSearch={chosen.find} />
      <div className="actions">
        <Button aria-disabled={place <= 1} onClick={() => chosen.step(-1)}>
          {texts.lead.previous}
        </Button>
        <Button aria-disabled={place >= total} onClick={() => chosen.step(1)}>
          {texts.lead.next}
        </Button>
      </div>
      <p role="status">
        {lead === null
          ? texts.lead.instead({ name, isSearching: chosen.search !== "" })
          : together(texts.lead.as({ name: <strong>{name}</strong>, place, total }))}{" "}
        {blank.length === 0 ? null : (
          <span className="preview-blank">
            {texts.lead.blank(blank.map((field) => fields[field] ?? field))}
          </span>
        )}
        {chosen.message}
      </p>
    </div>
  );
}
