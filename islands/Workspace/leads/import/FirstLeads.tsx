import { parseAddress } from "../../../../contract/address.ts";
import { cellValue, type LeadRow, leadFromRow } from "../../../../contract/imports/columns.ts";
import type { OptoutReading } from "../../../../contract/imports/optout.ts";
import { optoutReader } from "../../../../contract/imports/optoutReaders.ts";
import { withoutAddress } from "../../../../contract/imports/personName.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { ColumnChoice, ImportJob } from "../../../../contract/schemas/imports.ts";
import { type ImportTexts, importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Table } from "../../../_parts/Table.tsx";
import type { UnreadMeaning } from "./UnreadChoice.tsx";

/** `beside` is what stands in the cell of the address, a name or what is shown of a link. */
type Shown = { row: number; lead: LeadRow | null; beside: string; optout: string };

/** The first rows of the file as the leads that they would become. */
export function FirstLeads({
  job,
  columns,
  unreadMeans,
  everybodyLeft,
}: {
  job: ImportJob;
  columns: ColumnChoice;
  unreadMeans: UnreadMeaning;
  /** Whether everybody in the file unsubscribed, whatever its columns say. */
  everybodyLeft: boolean;
}) {
  const texts = useTexts(importTexts);
  const readers = [
    ...columns.unsubscribed.map((column) => ({
      column,
      read: optoutReader(column, "unsubscribed", job.unread),
    })),
    ...columns.subscribed.map((column) => ({
      column,
      read: optoutReader(column, "subscribed", job.unreadSubscribed),
    })),
  ];
  const rows: Shown[] = job.preview.slice(0, screenLimits.previewRows).map((cells, index) => {
    const values = Object.fromEntries(job.columns.map((column, at) => [column, cells[at] ?? ""]));
    return {
      // Numbered as in a spreadsheet program.
      row: job.previewNumbers?.[index] ?? index + 2,
      lead: leadFromRow(values, columns, { mayLackName: everybodyLeft }),
      beside: besideAddress(columns.email.map((column) => cellValue(values[column] ?? ""))),
      optout: optoutText(
        everybodyLeft ? ["yes"] : readers.map(({ column, read }) => read(values[column] ?? "")),
        unreadMeans,
        texts,
      ),
    };
  });
  const says = everybodyLeft || readers.length > 0;
  const others = [
    { key: "lastName", title: texts.fields.lastName, cell: ({ lead }: Shown) => lead?.lastName },
    {
      key: "email",
      title: texts.fields.email,
      cell: ({ lead, beside }: Shown) =>
        lead === null ? null : <Address email={lead.email} beside={beside} />,
    },
    { key: "phone", title: texts.fields.phone, cell: ({ lead }: Shown) => lead?.phone },
    ...(says
      ? [{ key: "optout", title: texts.fields.unsubscribed, cell: ({ optout }: Shown) => optout }]
      : []),
  ];
  return (
    <div className="import-first">
      <Table
        caption={texts.firstLeads.caption}
        rows={rows}
        rowKey={({ row }) => String(row)}
        blocksBelowPx={720}
        columns={[
          { key: "row", title: texts.row, cell: ({ row }) => row },
          // Rows that will be left out are shown before the import, and not only in its report.
          {
            key: "firstName",
            title: texts.fields.firstName,
            cell: ({ lead }) =>
              lead?.firstName || (
                <span className="muted">{texts.firstLeads[lead ? "nameless" : "leftOut"]}</span>
              ),
            span: ({ lead }) => (lead === null ? 1 + others.length : 1),
          },
          ...others,
        ]}
      />
    </div>
  );
}

/** "Write to Ann" of "Write to Ann <ann@example.com>". */
function besideAddress(cells: readonly string[]): string {
  const text = cells.find((cell) => cell !== "") ?? "";
  const beside = withoutAddress(text);
  return beside === text ? "" : beside;
}

/** Marks an invalid address in its cell, and says in what a valid one was found. */
function Address({ email, beside }: { email: string; beside: string }) {
  const texts = useTexts(importTexts);
  if (parseAddress(email).ok)
    return beside === "" ? (
      email
    ) : (
      <>
        {email} <span className="muted import-beside">{texts.firstLeads.foundIn(beside)}</span>
      </>
    );
  return (
    <span className="import-fault">
      {email} <span>{texts.firstLeads.notAddress}</span>
    </span>
  );
}

/** How the import will interpret the value; "?" while its meaning has to be chosen. */
function optoutText(read: readonly OptoutReading[], unreadMeans: UnreadMeaning, texts: ImportTexts): string {
  if (read.includes("yes")) return texts.yes;
  if (!read.includes("unread")) return texts.no;
  return unreadMeans === undefined ? "?" : unreadMeans === "unsubscribed" ? texts.yes : texts.no;
}
