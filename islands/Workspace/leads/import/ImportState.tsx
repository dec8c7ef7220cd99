import { type RefObject, useEffect, useRef } from "react";
import { importCountsText } from "../../../../contract/imports/importCountsText.ts";
import { importLimits } from "../../../../contract/limits/imports.ts";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { customFieldTexts } from "../../../../contract/texts/workspace/customFields.ts";
import { importStateTexts } from "../../../../contract/texts/workspace/importStates.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { PlansLink } from "../../../_parts/PlansLink.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { together } from "../../../_parts/together.ts";
import { isUnderWay, progressText } from "./importText.ts";
import { StopImport } from "./StopImport.tsx";
import { UndoImport } from "./UndoImport.tsx";
import type { Imports } from "./useImports.ts";

/** The progress of an import, then its report. */
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
  const texts = useTexts(importTexts);
  const { lookAt, dismiss } = imports;
  const id = job._id;
  useEffect(() => {
    lookAt(id);
    return () => {
      lookAt(null);
      // The result is shown here, so the bar behind the dialog need not report it again.
      dismiss(id);
    };
  }, [id, lookAt, dismiss]);
  const isRunning = isUnderWay(job);
  const whole = useFocusHeld(isRunning);
  return (
    <section ref={whole} className="stack step-begin" tabIndex={-1} aria-label={job.name}>
      {isRunning ? (
        <UnderWay job={job} onDone={onDone} />
      ) : (
        <>
          <div className="stack import-report">
            <Outcome job={job} />
            <UnfitCells job={job} />
            <Rejected job={job} />
            <Repeated job={job} />
          </div>
          <UndoImport job={job} imports={imports} />
          <div className="actions">
            <Button onClick={onAgain}>{texts.again}</Button>
            <Button variant="primary" onClick={onDone}>
              {texts.done}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** What had the focus goes with what it belonged to, when the import begins and again when it ends: the whole takes it. */
function useFocusHeld(isRunning: boolean): RefObject<HTMLElement | null> {
  const whole = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked anew where one gives way to the other.
  useEffect(() => {
    if (!whole.current?.contains(document.activeElement)) whole.current?.focus();
  }, [isRunning]);
  return whole;
}

function UnderWay({ job, onDone }: { job: ImportJob; onDone: () => void }) {
  const states = useTexts(importStateTexts);
  const texts = useTexts(importTexts);
  const words = useWords();
  const isUndoing = job.state === "undoing";
  const undoText = job.fault === null ? texts.undo.running : words(job.faultCause, job.fault);
  return (
    <>
      <ProgressBar
        label={isUndoing ? undoText : progressText(job, words, states)}
        value={job.progress?.done}
        max={job.progress?.total ?? 1}
      />
      <p className="muted">{isUndoing ? texts.undo.runningText : texts.inBackground(job.name)}</p>
      <div className="actions">
        {isUndoing ? null : <StopImport job={job} />}
        <Button variant="primary" onClick={onDone}>
          {texts.close}
        </Button>
      </div>
    </>
  );
}

export function Outcome({ job }: { job: ImportJob }) {
  const states = useTexts(importStateTexts);
  const texts = useTexts(importTexts);
  const words = useWords();
  const counts = job.report === null ? null : `${importCountsText(job.report, states.counts)}.`;
  switch (job.state) {
    case "failed":
      return (
        <>
          <Notice status="failed">
            <p>
              {words(job.faultCause, job.fault ?? texts.failed)} {isOverPlan(job) ? <PlansLink /> : null}
            </p>
          </Notice>
          {counts === null ? null : <p>{counts}</p>}
        </>
      );
    case "cancelled":
      return <Notice status="uncertain">{texts.stoppedWith(counts ?? "")}</Notice>;
    case "undone":
      return <Notice status="sent">{texts.undone}</Notice>;
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

/** Cells that did not match the kind of their field; their rows were imported. */
function UnfitCells({ job }: { job: ImportJob }) {
  const texts = useTexts(customFieldTexts);
  const words = useWords();
  const { unfit = 0, unfitCells = [] } = job.report ?? {};
  if (unfit === 0) return null;
  return (
    <>
      <p>{texts.unfit.counted(unfit)}</p>
      <Table
        caption={texts.unfit.caption}
        rows={unfitCells}
        rowKey={({ row, column }) => `${row} ${column}`}
        blocksBelowPx={720}
        columns={[
          { key: "row", title: texts.unfit.row, cell: ({ row }) => row },
          { key: "column", title: texts.unfit.column, cell: ({ column }) => column },
          { key: "reason", title: texts.unfit.reason, cell: ({ cause, reason }) => words(cause, reason) },
        ]}
      />
    </>
  );
}

export function Rejected({ job }: { job: ImportJob }) {
  const texts = useTexts(importTexts);
  const { report } = job;
  if (report === null || report.rejected === 0) return null;
  const isCut = report.rejects.length < report.rejected;
  return (
    <>
      <LeftRows caption={texts.rejected.caption} rows={report.rejects} />
      <p>
        {together(
          texts.rejected.mend({
            first: isCut ? texts.rejected.first(report.rejects.length) : "",
            save: (
              <a href={`/amplify/imports/${job._id}/rejects`} download>
                {texts.rejected.save}
              </a>
            ),
          }),
        )}
      </p>
    </>
  );
}

/** Rows with a repeated address, of which only values that the first row lacked were imported. */
function Repeated({ job }: { job: ImportJob }) {
  const texts = useTexts(importTexts);
  const { repeated = [] } = job.report ?? {};
  if (repeated.length === 0) return null;
  const isCut = repeated.length === importLimits.rejectsShown;
  return (
    <>
      <LeftRows caption={texts.repeated.caption} rows={repeated} />
      <p className="muted">
        {isCut ? texts.rejected.first(repeated.length) : ""}
        {texts.repeated.counted}
      </p>
    </>
  );
}

type Report = NonNullable<ImportJob["report"]>;
type LeftRow = Report["rejects"][number] | NonNullable<Report["repeated"]>[number];

/** Rejected rows of the file, each with the reason and its content. */
function LeftRows({ caption, rows }: { caption: string; rows: readonly LeftRow[] }) {
  const texts = useTexts(importTexts);
  const words = useWords();
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ row }) => String(row)}
      blocksBelowPx={720}
      columns={[
        { key: "row", title: texts.row, cell: ({ row }) => row },
        { key: "reason", title: texts.rejected.reason, cell: ({ cause, reason }) => words(cause, reason) },
        {
          key: "text",
          title: texts.rejected.text,
          cell: ({ text }) => <span className="import-cell">{text ?? ""}</span>,
        },
      ]}
    />
  );
}
