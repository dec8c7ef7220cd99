import { useState } from "react";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { ChooseRows } from "./ChooseRows.tsx";
import { EarlierImports } from "./EarlierImports.tsx";
import { ImportState } from "./ImportState.tsx";
import { MapColumns } from "./MapColumns.tsx";
import type { Imports } from "./useImports.ts";

type Step = { kind: "choose" } | { kind: "columns"; job: ImportJob } | { kind: "job"; job: ImportJob };

/** Import: choose a file or paste rows, see what was understood and correct it, bring it in, read what became of it. */
export function ImportLeads({
  imports,
  openedOn,
  onDone,
}: {
  imports: Imports;
  /** An import to look at, instead of beginning a new one. */
  openedOn?: ImportJob | undefined;
  onDone: () => void;
}) {
  const [step, setStep] = useState<Step>(
    openedOn === undefined ? { kind: "choose" } : { kind: "job", job: openedOn },
  );
  const chooseAgain = () => setStep({ kind: "choose" });

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
          onBack={chooseAgain}
          onStarted={(job) => {
            imports.follow(job);
            setStep({ kind: "job", job });
          }}
        />
      );
    case "job": {
      const newest = imports.jobs.value?.find(({ _id }) => _id === step.job._id) ?? step.job;
      return <ImportState job={newest} imports={imports} onAgain={chooseAgain} onDone={onDone} />;
    }
  }
}
