import type { Lead } from "../../../contract/schemas/lead.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { Button } from "../../_parts/Button.tsx";
import { Icon } from "../../_parts/Icon.tsx";
import { SortHeader } from "./SortHeader.tsx";
import type { LeadPage } from "./useLeads.ts";
import type { SelectionActions } from "./useSelection.ts";

type RowActions = { picked: SelectionActions; onEdit: (lead: Lead) => void; onDelete: (lead: Lead) => void };

/** A page of leads. On a narrow screen the columns that matter least are left out and the address goes under the name. */
export function LeadTable({ page, busy, ...actions }: { page: LeadPage; busy: boolean } & RowActions) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard (WCAG 2.1.1).
    <section className="table-frame" tabIndex={0} aria-label="Leads" aria-busy={busy}>
      <table className="table lead-table">
        <caption className="visually-hidden">Leads</caption>
        <LeadTableHead page={page} picked={actions.picked} />
        <tbody>
          {page.items.map((lead) => (
            <LeadRow key={lead._id} lead={lead} {...actions} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LeadTableHead({ page, picked }: { page: LeadPage; picked: SelectionActions }) {
  const all = page.items.every(picked.has);
  const some = page.items.some(picked.has);
  return (
    <thead>
      <tr>
        <th scope="col" className="cell-check">
          <input
            type="checkbox"
            aria-label="Select every lead on this page"
            checked={all}
            ref={(box) => {
              if (box !== null) box.indeterminate = some && !all;
            }}
            onChange={(event) => picked.set(page.items, event.target.checked)}
          />
        </th>
        <SortHeader sort="firstName">Name</SortHeader>
        <SortHeader sort="email" className="roomy-only">
          E-mail
        </SortHeader>
        <th scope="col" className="roomy-only">
          Phone
        </th>
        <th scope="col" className="wide-only">
          Collections
        </th>
        <th scope="col" className="wide-only">
          Opted out
        </th>
        <SortHeader sort="emailCount" align="end">
          Sent
        </SortHeader>
        <SortHeader sort="openedCount" align="end">
          Opened
        </SortHeader>
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

function LeadRow({ lead, picked, onEdit, onDelete }: { lead: Lead } & RowActions) {
  const name = `${lead.firstName} ${lead.lastName}`.trim();
  const selected = picked.has(lead);
  return (
    <tr data-selected={selected}>
      <td className="cell-check">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={(event) => picked.set([lead], event.target.checked)}
        />
      </td>
      <th scope="row" className="cell-name">
        <span title={name}>{name}</span>
        <span className="narrow-only" title={lead.email}>
          {lead.email}
        </span>
        {lead.optout ? <span className="narrow-only narrowest-only">Opted out</span> : null}
      </th>
      <td className="roomy-only cell-email" title={lead.email}>
        {lead.email}
      </td>
      <td className="roomy-only">{lead.phone}</td>
      <td className="wide-only cell-collections">{lead.collection.join(", ")}</td>
      <td className="wide-only">
        {lead.optout ? <Badge status="uncertain">Yes</Badge> : <span className="muted">No</span>}
      </td>
      <td data-align="end">{lead.emailCount}</td>
      <td data-align="end">{lead.openedCount}</td>
      <td className="cell-actions">
        <Button variant="quiet" shape="icon" aria-label={`Edit ${name}`} onClick={() => onEdit(lead)}>
          <Icon size={16} path="M4 20h4L19 9l-4-4L4 16ZM13 7l4 4" />
        </Button>
        <Button
          className="row-delete"
          variant="quiet"
          shape="icon"
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(lead)}
        >
          <Icon size={16} path="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13" />
        </Button>
      </td>
    </tr>
  );
}
