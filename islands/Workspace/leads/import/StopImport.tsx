import { Refusal } from "../../../../contract/errors.ts";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { importStateTexts } from "../../../../contract/texts/workspace/importStates.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useChanges } from "../../../_data/ServerData.tsx";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";

/** Stops an import. Leads that were imported stay, and can be undone. */
export function StopImport({ job }: { job: ImportJob }) {
  const texts = useTexts(importStateTexts);
  const { heard } = useChanges();
  const stopping = useAction(async () => {
    try {
      await browserClient("POST /amplify/imports/{id}/cancel", { params: { id: job._id } });
    } catch (error) {
      // It ended at the same moment, and its result is shown.
      if (!(error instanceof Refusal && error.code === "conflict")) throw error;
    }
    heard("imports");
  });
  return (
    <>
      {stopping.message === "" ? null : <p className="field-error">{stopping.message}</p>}
      <Button aria-disabled={stopping.running} onClick={() => stopping.run()}>
        {stopping.running ? texts.stop.running : texts.stop.word}
      </Button>
    </>
  );
}
