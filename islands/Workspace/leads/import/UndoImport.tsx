import { useState } from "react";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { Button } from "../../../_parts/Button.tsx";
import { amount, canUndo } from "./importText.ts";
import type { Imports } from "./useImports.ts";

/** Takes a whole import back, after a second look: leads go that somebody may have worked with since. */
export function UndoImport({ job, imports }: { job: ImportJob; imports: Imports }) {
  const [isAsking, setAsking] = useState(false);
  const undoing = useAction(async () => {
    imports.follow(await browserClient("POST /amplify/imports/{id}/undo", { params: { id: job._id } }));
  });
  if (!canUndo(job, Date.now()) || job.undoUntil === null) return null;
  if (!isAsking)
    return (
      <div className="import-undo">
        <p className="muted">It can be undone as a whole until {timeText(job.undoUntil)}.</p>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Undo the import
        </Button>
      </div>
    );
  const added = amount(job.report?.added ?? 0);
  const updated = amount(job.report?.updated ?? 0);
  return (
    <fieldset className="import-undo" aria-label="Undo the import">
      <p>
        {`This deletes the leads that it added (${added}) and gives those that it changed (${updated}) what they had before, unless somebody changed them since. Opt-outs stay.`}
      </p>
      {undoing.message === "" ? null : <p className="field-error">{undoing.message}</p>}
      <div className="actions">
        <Button variant="quiet" onClick={() => setAsking(false)}>
          Keep it
        </Button>
        <Button variant="danger" disabled={undoing.running} onClick={() => undoing.run()}>
          Undo the import
        </Button>
      </div>
    </fieldset>
  );
}

function timeText(at: number): string {
  return new Date(at).toLocaleString("en", { weekday: "long", hour: "numeric", minute: "2-digit" });
}
