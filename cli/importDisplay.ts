import { limits } from "../contract/limits.ts";
import type { ImportJob } from "../contract/schemas/imports.ts";
import type { Output } from "./output.ts";

/** Shows an import under way; null means that the file is on its way to the server, or being read there. */
export type ImportDisplay = { show(job: ImportJob | null): void; close(): Promise<void> };

/** What an import has done so far, in words. */
export function importText({ report }: Pick<ImportJob, "report">): string {
  const { added = 0, updated = 0, skipped = 0, rejected = 0, optedOut = 0 } = report ?? {};
  const counts = `${added} added, ${updated} updated, ${skipped} skipped, ${rejected} rejected`;
  return optedOut === 0 ? counts : `${counts}, ${optedOut} opted out`;
}

/** How far it is: rows of the file until they are all read, then leads; all of it once it is done. */
export function importShare({ state, progress, rowCount }: ImportJob): { done: number; total: number } {
  if (state === "done") return { done: rowCount, total: rowCount };
  return progress ?? { done: 0, total: rowCount };
}

/** What programs are told of it. */
export function importFacts(job: ImportJob) {
  const { rejects: _rejects, ...counts } = job.report ?? { rejects: [] };
  return { importId: job._id, state: job.state, ...importShare(job), ...counts, truncated: job.truncated };
}

/** Frames in a terminal, a line a second in a pipe, an object each time for programs. */
export async function importDisplay(output: Output): Promise<ImportDisplay> {
  if (output.mode === "live") {
    const { liveImport } = await import("./views/liveImport.tsx");
    return liveImport(output);
  }
  let printedAtMs = output.terminal.now();
  return {
    show(job) {
      if (job === null) return;
      output.event("progress", importFacts(job));
      if (output.terminal.now() - printedAtMs < limits.cli.plainLineMs) return;
      printedAtMs = output.terminal.now();
      const { done, total } = importShare(job);
      output.line(`${phaseText(job)}${done}/${total} rows: ${importText(job)}`);
    },
    async close() {},
  };
}

/** What the rows are counted for, where it is not the writing. */
export function phaseText({ state, progress }: Pick<ImportJob, "state" | "progress">): string {
  if (state === "running" && progress === null) return "Waiting: ";
  return progress?.phase === "reading" ? "Reading: " : "";
}
