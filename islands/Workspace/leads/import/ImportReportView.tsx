import { limits } from "../../../../contract/limits.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { Table } from "../../../_parts/Table.tsx";
import type { ImportReport } from "./importRows.ts";
import type { Sheet } from "./readFile.ts";
import { rejectedCsv } from "./rejectedCsv.ts";
import { saveText } from "./saveText.ts";

/** What became of a file: the counts, and each rejected row with its reason. */
export function ImportReportView({
  sheet,
  report,
  message,
  onAgain,
  onDone,
}: {
  sheet: Sheet;
  report: ImportReport;
  message: string;
  onAgain: () => void;
  onDone: () => void;
}) {
  const { added, updated, skipped, rejected } = report;
  const save = () => saveText({ name: "rejected.csv", type: "text/csv", text: rejectedCsv(sheet, rejected) });
  return (
    <>
      {message === "" ? null : <Notice status="failed">{message}</Notice>}
      <Notice status={message === "" ? "sent" : "uncertain"}>
        {added} added, {updated} updated, {skipped} skipped, {rejected.length} rejected.
      </Notice>
      {rejected.length === 0 ? null : (
        <Table
          caption="Rejected rows"
          rows={rejected.slice(0, limits.screen.rejectedShown)}
          rowKey={({ row }) => String(row)}
          columns={[
            { key: "row", title: "Row", cell: ({ row }) => row },
            { key: "reason", title: "Reason", cell: ({ reason }) => reason },
          ]}
        />
      )}
      <div className="actions">
        {rejected.length === 0 ? null : <Button onClick={save}>Save the rejected rows as CSV</Button>}
        <Button onClick={onAgain}>Import another file</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}
