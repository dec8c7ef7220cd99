import { useState } from "react";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { importStateTexts } from "../../../../contract/texts/workspace/importStates.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { shortMoment } from "../../../_data/momentsHere.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { ChooseRows } from "./ChooseRows.tsx";
import { ImportState } from "./ImportState.tsx";
import { stateText } from "./importText.ts";
import { MapColumns } from "./MapColumns.tsx";
import type { Imports } from "./useImports.ts";

type Step = { kind: "choose" } | { kind: "columns"; job: ImportJob } | { kind: "job"; job: ImportJob };

/** The import dialog: choose a file or paste rows, check and correct the columns, import, and read the report. */
export function ImportLeads({
  imports,
  openedOn,
  onDone,
}: {
  imports: Imports;
  /** An import to show, instead of starting a new one. */
  openedOn?: ImportJob | undefined;
  onDone: () => void;
}) {
  const [step, setStep] = useState<Step>(
    openedOn === undefined ? { kind: "choose" } : { kind: "job", job: openedOn },
  );
  const chooseAgain = () => setStep({ kind: "choose" });
  const newestOf = (job: ImportJob) => imports.jobs.value?.find(({ _id }) => _id === job._id) ?? job;

  switch (step.kind) {
    case "choose":
      return (
        <>
          <ChooseRows onRead={(job) => setStep({ kind: "columns", job })} onCancel={onDone} />
          <EarlierImports imports={imports} onShow={(job) => setStep({ kind: "job", job })} />
        </>
      );
    case "columns":
      return (
        <MapColumns
          job={step.job}
          newest={newestOf(step.job)}
          onBack={chooseAgain}
          onStarted={(job) => {
            imports.follow(job);
            setStep({ kind: "job", job });
          }}
        />
      );
    case "job":
      return <ImportState job={newestOf(step.job)} imports={imports} onAgain={chooseAgain} onDone={onDone} />;
  }
}

/** Earlier imports: each can be opened, and undone for a day. */
function EarlierImports({ imports, onShow }: { imports: Imports; onShow: (job: ImportJob) => void }) {
  const texts = useTexts(importTexts);
  const states = useTexts(importStateTexts);
  const words = useWords();
  const { jobs } = imports;
  // An import that was never started is not listed.
  const shown = (jobs.value ?? []).filter((job) => job.state !== "read");
  if (jobs.state === "failed") return <FailedState what={texts.earlier.title} loaded={jobs} />;
  if (shown.length === 0) return null;
  return (
    <section className="earlier-imports">
      <h3>{texts.earlier.title}</h3>
      <Table
        caption={texts.earlier.title}
        rows={shown}
        rowKey={({ _id }) => _id}
        blocksBelowPx={720}
        columns={[
          { key: "name", title: texts.earlier.file, cell: ({ name }) => name },
          { key: "when", title: texts.earlier.when, cell: ({ createdAt }) => shortMoment(createdAt) },
          { key: "state", title: texts.earlier.result, cell: (job) => stateText(job, words, states) },
          {
            key: "show",
            title: texts.earlier.more,
            cell: (job) => (
              <Button
                variant="quiet"
                aria-label={texts.earlier.detailsOf(job.name)}
                onClick={() => onShow(job)}
              >
                {states.details}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}
