import { useState } from "react";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { Button } from "../../../_parts/Button.tsx";
import { leadCount } from "../actions/useLeadActions.ts";
import { canUndo } from "./importText.ts";
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
  return (
    <fieldset className="import-undo" aria-label="Undo the import">
      <p>{undoText(job.report)}</p>
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

/** What an undo does, without what it would not do. */
function undoText(report: ImportJob["report"]): string {
  const { added = 0, updated = 0 } = report ?? {};
  const effects = [
    ...(added > 0 ? [`deletes the ${leadCount(added)} that it added`] : []),
    ...(updated > 0
      ? [`gives the ${leadCount(updated)} that it changed what they had, unless somebody changed them since`]
      : []),
  ];
  return `This ${effects.join(", and ") || "takes back what it did"}. Opt-outs stay.`;
}

function timeText(at: number): string {
  return new Date(at).toLocaleString("en", { weekday: "long", hour: "numeric", minute: "2-digit" });
}
