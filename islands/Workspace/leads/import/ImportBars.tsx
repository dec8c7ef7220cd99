import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { importStateTexts } from "../../../../contract/texts/workspace/importStates.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import { isUnderWay, stateText } from "./importText.ts";
import { StopImport } from "./StopImport.tsx";
import type { Imports } from "./useImports.ts";

/** A bar for each import that runs, or ended while this page was open. */
export function ImportBars({ imports, onShow }: { imports: Imports; onShow: (job: ImportJob) => void }) {
  const texts = useTexts(importStateTexts);
  const words = useWords();
  if (imports.shown.length === 0) return null;
  return (
    <section className="send-bars" aria-label={texts.importing}>
      {imports.shown.map((job) => (
        <article key={job._id} className="send-bar" data-state={job.state}>
          <div className="send-bar-head">
            <h3>{job.name}</h3>
            <div className="actions">
              {job.state === "running" ? <StopImport job={job} /> : null}
              <Button variant="quiet" onClick={() => onShow(job)}>
                {texts.details}
              </Button>
              {isUnderWay(job) ? null : (
                <Button variant="quiet" onClick={() => imports.dismiss(job._id)}>
                  {texts.dismiss}
                </Button>
              )}
            </div>
          </div>
          {isUnderWay(job) ? (
            <ProgressBar
              label={stateText(job, words, texts)}
              value={job.progress?.done}
              max={job.progress?.total ?? 1}
            />
          ) : null}
          {/* There from the beginning, so that the end is read out. */}
          <p role="status">{isUnderWay(job) ? "" : stateText(job, words, texts)}</p>
        </article>
      ))}
    </section>
  );
}
