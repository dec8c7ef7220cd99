import { useMemo } from "react";
import { importNewsText } from "../../../../contract/imports/importCountsText.ts";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { importStateTexts } from "../../../../contract/texts/workspace/importStates.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import { useStableFunctions } from "../../design/engine/useStableFunctions.ts";
import { type Report, useReport } from "../../realtime/activity/reports.ts";
import { isUnderWay, stateText } from "./importText.ts";
import { StopImport } from "./StopImport.tsx";
import type { Imports } from "./useImports.ts";

/** Reports each import that runs, or ended while this page was open, beside whatever tab is shown. */
export function useImportReports({ shown, dismiss }: Imports, onShow: (job: ImportJob) => void): void {
  const texts = useTexts(importStateTexts);
  const words = useWords();
  const does = useStableFunctions({ onShow, dismiss });
  // An answer that says the same again is no news.
  const key = JSON.stringify(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what is shown.
  const reports = useMemo(
    () =>
      shown.map((job): Report => {
        const underWay = isUnderWay(job);
        const said = stateText(job, words, texts, importNewsText);
        return {
          id: job._id,
          title: job.name,
          isUnderWay: underWay,
          needsPerson: job.state === "failed" || (!underWay && job.fault !== null),
          bar: underWay ? (
            <ProgressBar label={said} value={job.progress?.done} max={job.progress?.total ?? 1} />
          ) : null,
          said: underWay ? "" : said,
          actions: (
            <>
              {job.state === "running" ? <StopImport job={job} /> : null}
              <Button variant="quiet" onClick={() => does.onShow(job)}>
                {texts.details}
              </Button>
            </>
          ),
          ...(underWay ? {} : { dismiss: () => does.dismiss(job._id) }),
        };
      }),
    [key, words, texts, does],
  );
  useReport("imports", reports);
}
