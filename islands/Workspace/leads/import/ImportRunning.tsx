import { Button } from "../../../_parts/Button.tsx";
import { Progress } from "../../../_parts/Progress.tsx";
import type { ImportReport } from "./importRows.ts";

/** How far an import is, and a way to stop it. */
export function ImportRunning({
  total,
  done,
  report,
  onStop,
}: {
  total: number;
  done: number;
  report: ImportReport;
  onStop: () => void;
}) {
  return (
    <>
      <Progress label={`${done} of ${total} rows`} value={done} max={total} />
      <p className="muted">
        {report.added} added, {report.updated} updated, {report.rejected.length} rejected so far. Closing this
        window stops the import; what is in stays in.
      </p>
      <div className="actions">
        <Button onClick={onStop}>Stop</Button>
      </div>
    </>
  );
}
