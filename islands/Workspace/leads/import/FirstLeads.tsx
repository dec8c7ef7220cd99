import { type LeadRow, leadFromRow } from "../../../../contract/columns.ts";
import { limits } from "../../../../contract/limits.ts";
import type { ColumnChoice, ImportJob } from "../../../../contract/schemas/imports.ts";
import { Table } from "../../../_parts/Table.tsx";

type Shown = { row: number; lead: LeadRow | null };

const fields = [
  { key: "firstName", title: "First name" },
  { key: "lastName", title: "Last name" },
  { key: "email", title: "E-mail" },
  { key: "phone", title: "Phone" },
] as const;

/** The first rows of the file as the leads that they would become. */
export function FirstLeads({ job, columns }: { job: ImportJob; columns: ColumnChoice }) {
  const rows: Shown[] = job.preview.slice(0, limits.screen.previewRows).map((cells, index) => ({
    // Counted as a spreadsheet does: the headings are row 1.
    row: index + 2,
    lead: leadFromRow(
      Object.fromEntries(job.columns.map((column, at) => [column, cells[at] ?? ""])),
      columns,
    ),
  }));
  return (
    <Table
      caption="The first leads of the file"
      rows={rows}
      rowKey={({ row }) => String(row)}
      columns={[
        { key: "row", title: "Row", cell: ({ row }) => row },
        ...fields.map(({ key, title }) => ({
          key,
          title,
          cell: ({ lead }: Shown) => lead?.[key] ?? missing(key),
        })),
      ]}
    />
  );
}

/** Such a row is left out, which is better known before than read in the report. */
function missing(key: (typeof fields)[number]["key"]) {
  return key === "firstName" ? <span className="muted">Left out: no first name or no e-mail</span> : "";
}
