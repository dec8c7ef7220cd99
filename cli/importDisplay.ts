import { limits } from "../contract/limits.ts";
import type { ImportProgress } from "./importLeads.ts";
import type { Output } from "./output.ts";

/** Shows an import under way; null means that the server still reads the file. */
export type ImportDisplay = { show(progress: ImportProgress | null): void; close(): Promise<void> };

/** What an import has done so far, in words. */
export function importText({ added, updated, skipped, rejected }: ImportProgress): string {
  return `${added} added, ${updated} updated, ${skipped} skipped, ${rejected} rejected`;
}

/** Frames in a terminal, a line a second in a pipe, an object a batch for programs. */
export async function importDisplay(output: Output): Promise<ImportDisplay> {
  if (output.mode === "live") {
    const { liveImport } = await import("./views/liveImport.tsx");
    return liveImport(output);
  }
  let printedAtMs = output.terminal.now();
  return {
    show(progress) {
      if (progress === null) return;
      const { rejects: _rejects, ...counts } = progress;
      output.event("progress", counts);
      if (output.terminal.now() - printedAtMs < limits.cli.plainLineMs) return;
      printedAtMs = output.terminal.now();
      output.line(`${counts.done}/${counts.total} rows: ${importText(progress)}`);
    },
    async close() {},
  };
}
