import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { Button } from "../../../_parts/Button.tsx";
import { FailedState } from "../../../_parts/FailedState.tsx";
import { Table } from "../../../_parts/Table.tsx";
import { stateText } from "./importText.ts";
import type { Imports } from "./useImports.ts";

/** What was imported before: each can be looked at, and undone for a day. */
export function EarlierImports({ imports, onShow }: { imports: Imports; onShow: (job: ImportJob) => void }) {
  const { jobs } = imports;
  // A file that was only read was given up; there is nothing to say of it.
  const shown = (jobs.value ?? []).filter((job) => job.state !== "read");
  if (jobs.state === "failed") return <FailedState what="Earlier imports" loaded={jobs} />;
  if (shown.length === 0) return null;
  return (
    <section className="earlier-imports">
      <h3>Earlier imports</h3>
      <Table
        caption="Earlier imports"
        rows={shown}
        rowKey={({ _id }) => _id}
        columns={[
          { key: "name", title: "File", cell: ({ name }) => name },
          { key: "when", title: "When", cell: ({ createdAt }) => timeText(createdAt) },
          { key: "state", title: "Result", cell: stateText },
          {
            key: "show",
            title: "More",
            cell: (job) => (
              <Button variant="quiet" aria-label={`Details of ${job.name}`} onClick={() => onShow(job)}>
                Details
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}

function timeText(at: number): string {
  return new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
}
