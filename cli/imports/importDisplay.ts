import { cliLimits } from "../../contract/limits/cli.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import type { Output } from "../output.ts";
import { type ImportDisplay, importFacts, resultText, shareText } from "./importText.ts";

/** Frames in a terminal, a line a second in a pipe, an object each time for programs. */
export async function importDisplay(output: Output): Promise<ImportDisplay> {
  if (output.mode === "live") {
    const { liveImport } = await import("../views/liveImport.tsx");
    return liveImport(output);
  }
  const texts = output.texts(progressTexts);
  let printedAtMs = output.terminal.now();
  return {
    show(job) {
      if (job === null) return;
      output.event("progress", importFacts(job));
      if (output.terminal.now() - printedAtMs < cliLimits.plainLineMs) return;
      printedAtMs = output.terminal.now();
      output.line([shareText(job, texts), ...resultText(job, texts)].join(": "));
    },
    async close() {},
  };
}
