import { type LeadRow, leadFromRow } from "../../../../contract/imports/columns.ts";
import { readOptin } from "../../../../contract/imports/optin.ts";
import { type OptoutReading, readOptout } from "../../../../contract/imports/optout.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { ColumnChoice, ImportJob } from "../../../../contract/schemas/imports.ts";
import { Table } from "../../../_parts/Table.tsx";
import type { UnreadMeaning } from "./UnreadChoice.tsx";

type Shown = { row: number; lead: LeadRow | null; optout: string };

const leadColumns = [
  { key: "lastName", title: "Last name", cell: ({ lead }: Shown) => lead?.lastName },
  { key: "email", title: "E-mail", cell: ({ lead }: Shown) => lead?.email },
  { key: "phone", title: "Phone", cell: ({ lead }: Shown) => lead?.phone },
];
const optoutColumn = { key: "optout", title: "Unsubscribed", cell: ({ optout }: Shown) => optout };

/** The first rows of the file as the leads that they would become. */
export function FirstLeads({
  job,
  columns,
  unreadMeans,
}: {
  job: ImportJob;
  columns: ColumnChoice;
  unreadMeans: UnreadMeaning;
}) {
  const rows: Shown[] = job.preview.slice(0, screenLimits.previewRows).map((cells, index) => {
    const values = Object.fromEntries(job.columns.map((column, at) => [column, cells[at] ?? ""]));
    return {
      // Counted as a spreadsheet does: the headings are row 1.
      row: index + 2,
      lead: leadFromRow(values, columns),
      optout: optoutText(
        [
          ...columns.unsubscribed.map((column) => readOptout(values[column] ?? "")),
          ...columns.subscribed.map((column) => readOptin(values[column] ?? "")),
        ],
        unreadMeans,
      ),
    };
  });
  const says = columns.unsubscribed.length + columns.subscribed.length > 0;
  const others = says ? [...leadColumns, optoutColumn] : leadColumns;
  return (
    <Table
      caption="The first leads of the file"
      rows={rows}
      rowKey={({ row }) => String(row)}
      columns={[
        { key: "row", title: "Row", cell: ({ row }) => row },
        // What is left out is better known before than read in the report.
        {
          key: "firstName",
          title: "First name",
          cell: ({ lead }) =>
            lead?.firstName ?? <span className="muted">Left out: no first name or no e-mail</span>,
          span: ({ lead }) => (lead === null ? 1 + others.length : 1),
        },
        ...others,
      ]}
    />
  );
}

/** As the import will take it; "?" where it is still to be said what the value means. */
function optoutText(read: readonly OptoutReading[], unreadMeans: UnreadMeaning): string {
  if (read.includes("yes")) return "Yes";
  if (!read.includes("unread")) return "No";
  return unreadMeans === undefined ? "?" : unreadMeans === "unsubscribed" ? "Yes" : "No";
}
