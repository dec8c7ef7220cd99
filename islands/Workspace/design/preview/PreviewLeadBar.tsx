import { Button } from "../../../_parts/Button.tsx";
import { SearchField } from "../../leads/SearchField.tsx";
import type { PreviewLead } from "./usePreviewLead.ts";

const said = { firstName: "first name", lastName: "last name", email: "e-mail", phone: "phone number" };

/** Chooses the lead that a mail is previewed for, and tells what the mail would miss. */
export function PreviewLeadBar({ chosen, blank }: { chosen: PreviewLead; blank: readonly string[] }) {
  const { lead, place, total, values } = chosen;
  const name = [values.firstName, values.lastName].filter(Boolean).join(" ") || values.email;
  return (
    <div className="preview-lead">
      <SearchField value={chosen.search} onSearch={chosen.find} />
      <div className="actions">
        <Button disabled={place <= 1} onClick={() => chosen.step(-1)}>
          Previous lead
        </Button>
        <Button disabled={place >= total} onClick={() => chosen.step(1)}>
          Next lead
        </Button>
      </div>
      <p role="status">
        {lead === null ? (
          <>
            {chosen.search === "" ? "You have no leads yet" : "No lead matches"}: shown as {name} would get
            it.
          </>
        ) : (
          <>
            As <strong>{name}</strong> would get it, lead {place} of {total}.
          </>
        )}{" "}
        {blank.length === 0 ? null : (
          <span className="preview-blank">
            Left blank: {blank.map((field) => said[field as keyof typeof said] ?? field).join(", ")}.
          </span>
        )}
        {chosen.message}
      </p>
    </div>
  );
}
