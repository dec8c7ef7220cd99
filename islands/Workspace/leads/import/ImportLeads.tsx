import { useEffect, useRef, useState } from "react";
import { guessColumns } from "../../../../contract/columns.ts";
import { sentenceOf } from "../../../_data/browserClient.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import { ImportReportView } from "./ImportReportView.tsx";
import { ImportRunning } from "./ImportRunning.tsx";
import { type ImportReport, importRows, type RejectedRow } from "./importRows.ts";
import { MapColumns } from "./MapColumns.tsx";
import type { ImportPlan } from "./planImport.ts";
import type { Sheet } from "./readFile.ts";

const nothing: ImportReport = { added: 0, updated: 0, skipped: 0, rejected: [] };

type Step =
  | { kind: "file" }
  | { kind: "columns"; sheet: Sheet }
  | { kind: "running"; sheet: Sheet; total: number; done: number; report: ImportReport }
  | { kind: "report"; sheet: Sheet; report: ImportReport; message: string };

/** Import: choose a file, see what was understood and correct it, bring it in, read what became of each row. */
export function ImportLeads({ onDone }: { onDone: () => void }) {
  const { leads } = useWorkspace();
  const [step, setStep] = useState<Step>({ kind: "file" });
  const abort = useRef<AbortController | null>(null);
  // Closing the dialog stops the import after the batch under way; what is in stays in.
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (sheet: Sheet, plan: ImportPlan, collection: string) => {
    const stop = new AbortController();
    abort.current = stop;
    let report = nothing;
    let message = "";
    setStep({ kind: "running", sheet, total: plan.keep.length, done: 0, report });
    try {
      const onProgress = (done: number, sofar: ImportReport) => {
        report = sofar;
        setStep({ kind: "running", sheet, total: plan.keep.length, done, report });
      };
      await importRows({ rows: plan.keep, collection, signal: stop.signal, onProgress });
      if (stop.signal.aborted) message = "The import was stopped. The leads counted here are in.";
    } catch (error) {
      message = stop.signal.aborted ? "The import was stopped." : sentenceOf(error);
    }
    leads.refresh();
    setStep({ kind: "report", sheet, report: withRejected(report, plan.reject), message });
  };

  switch (step.kind) {
    case "file":
      return <ChooseFile onRead={(sheet) => setStep({ kind: "columns", sheet })} onCancel={onDone} />;
    case "columns":
      return (
        <MapColumns
          sheet={step.sheet}
          guess={guessColumns(step.sheet.columns)}
          onBack={() => setStep({ kind: "file" })}
          onImport={(plan, collection) => run(step.sheet, plan, collection)}
        />
      );
    case "running":
      return <ImportRunning {...step} onStop={() => abort.current?.abort()} />;
    case "report":
      return <ImportReportView {...step} onAgain={() => setStep({ kind: "file" })} onDone={onDone} />;
  }
}

function withRejected(report: ImportReport, rejected: readonly RejectedRow[]): ImportReport {
  return { ...report, rejected: [...report.rejected, ...rejected].sort((a, b) => a.row - b.row) };
}
