import { type LeadRow, leadFromRow } from "../../../../contract/imports/columns.ts";
import { readOptin } from "../../../../contract/imports/optin.ts";
import { type OptoutReading, readOptout } from "../../../../contract/imports/optout.ts";
import { limits } from "../../../../contract/limits.ts";
import type { ColumnChoice, ImportJob } from "../../../../contract/schemas/imports.ts";
import { Table } from "../../../_parts/Table.tsx";
import type { UnreadMeaning } from "./UnreadChoice.tsx";

type Shown = { row: number; lead: LeadRow | null; optout: string };

const fields = [
  { key: "firstName", title: "First name" },
  { key: "lastName", title: "Last name" },
  { key: "email", title: "E-mail" },
  { key: "phone", title: "Phone" },
] as const;

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
  const rows: Shown[] = job.preview.slice(0, limits.screen.previewRows).map((cells, index) => {
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
  const optout = {
    key: "optout",
    title: "Unsubscribed",
    cell: ({ lead, optout: text }: Shown) => lead && text,
  };
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
        ...(columns.unsubscribed.length + columns.subscribed.length === 0 ? [] : [optout]),
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

/** Such a row is left out, which is better known before than read in the report. */
function missing(key: (typeof fields)[number]["key"]) {
  return key === "firstName" ? <span className="muted">Left out: no first name or no e-mail</span> : "";
}
