import { useState } from "react";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { momentsHere } from "../../../_data/momentsHere.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { canUndo } from "./importText.ts";
import type { Imports } from "./useImports.ts";

/** Undoes a whole import after confirmation, because leads that were used since are deleted too. */
export function UndoImport({ job, imports }: { job: ImportJob; imports: Imports }) {
  const texts = useTexts(importTexts);
  const [isAsking, setAsking] = useState(false);
  const undoing = useAction(async () => {
    imports.follow(await browserClient("POST /amplify/imports/{id}/undo", { params: { id: job._id } }));
  });
  if (!canUndo(job, Date.now()) || job.undoUntil === null) return null;
  if (!isAsking)
    return (
      <div className="import-undo">
        <p className="muted">{texts.undo.until(timeText(job.undoUntil))}</p>
        <Button onClick={() => setAsking(true)}>{texts.undo.word}</Button>
      </div>
    );
  return (
    <fieldset className="import-undo" aria-label={texts.undo.word}>
      <p>{texts.undo.does({ added: job.report?.added ?? 0, updated: job.report?.updated ?? 0 })}</p>
      {undoing.message === "" ? null : <p className="field-error">{undoing.message}</p>}
      <div className="actions">
        <Button variant="quiet" onClick={() => setAsking(false)}>
          {texts.undo.keep}
        </Button>
        <Button variant="danger" aria-disabled={undoing.running} onClick={() => undoing.run()}>
          {texts.undo.word}
        </Button>
      </div>
    </fieldset>
  );
}

function timeText(at: number): string {
  return momentsHere({ weekday: "long", hour: "numeric", minute: "2-digit" }).format(at);
}
