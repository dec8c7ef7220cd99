import { useEffect } from "react";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { PlansLink } from "../../../_parts/PlansLink.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { amount, countsText, isUnderWay, progressText } from "./importText.ts";
import { StopImport } from "./StopImport.tsx";
import { UndoImport } from "./UndoImport.tsx";
import type { Imports } from "./useImports.ts";

/** How far an import is, then what became of its rows. */
export function ImportState({
  job,
  imports,
  onAgain,
  onDone,
}: {
  job: ImportJob;
  imports: Imports;
  onAgain: () => void;
  onDone: () => void;
}) {
  const { lookAt, dismiss } = imports;
  const id = job._id;
  useEffect(() => {
    lookAt(id);
    return () => {
      lookAt(null);
      // Whoever has read how it ended need not be told again by the bar behind it.
      dismiss(id);
    };
  }, [id, lookAt, dismiss]);
  return isUnderWay(job) ? (
    <UnderWay job={job} onDone={onDone} />
  ) : (
    <>
      <Outcome job={job} />
      <Rejected job={job} />
      <UndoImport job={job} imports={imports} />
      <div className="actions">
        <Button onClick={onAgain}>Import another file</Button>
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}

function UnderWay({ job, onDone }: { job: ImportJob; onDone: () => void }) {
  const isUndoing = job.state === "undoing";
  return (
    <>
      <ProgressBar
        label={isUndoing ? "Undoing the import" : progressText(job)}
        value={job.progress?.done}
        max={job.progress?.total ?? 1}
      />
      <p className="muted">
        {isUndoing
          ? "The leads that it added go, and those it changed get back what they had."
          : `${job.name} is imported in the background. You can close this window, and this page.`}
      </p>
      <div className="actions">
        {isUndoing ? null : <StopImport job={job} />}
        <Button variant="primary" onClick={onDone}>
          Close
        </Button>
      </div>
    </>
  );
}

export function Outcome({ job }: { job: ImportJob }) {
  const words = useWords();
  const counts = job.report === null ? null : `${countsText(job.report)}.`;
  switch (job.state) {
    case "failed":
      return (
        <>
          <Notice status="failed">
            <p>
              {words(job.faultCause, job.fault ?? "The import failed.")}{" "}
              {isOverPlan(job) ? <PlansLink /> : null}
            </p>
          </Notice>
          {counts === null ? null : <p>{counts}</p>}
        </>
      );
    case "cancelled":
      return <Notice status="uncertain">The import was stopped. {counts}</Notice>;
    case "undone":
      return <Notice status="sent">The import was undone.</Notice>;
    default:
      return job.fault === null ? (
        <Notice status="sent">{counts}</Notice>
      ) : (
        <Notice status="uncertain">
          <p>
            {counts} {words(job.faultCause, job.fault)} {isOverPlan(job) ? <PlansLink /> : null}
          </p>
        </Notice>
      );
  }
}

function isOverPlan({ report }: ImportJob): boolean {
  return report !== null && report.overPlan > 0;
}

export function Rejected({ job }: { job: ImportJob }) {
  const words = useWords();
  const { report } = job;
  if (report === null || report.rejected === 0) return null;
  const isCut = report.rejects.length < report.rejected;
  return (
    <>
      <Table
        caption="Rejected rows"
        rows={report.rejects}
        rowKey={({ row }) => String(row)}
        columns={[
          { key: "row", title: "Row", cell: ({ row }) => row },
          { key: "reason", title: "Reason", cell: ({ cause, reason }) => words(cause, reason) },
        ]}
      />
      <p>
        {isCut ? `The first ${amount(report.rejects.length)} are shown. ` : ""}
        <a href={`/amplify/imports/${job._id}/rejects`} download>
          Save the rejected rows as CSV
        </a>
        , mend them there and import that file.
      </p>
    </>
  );
}
