import { cliLimits } from "../../contract/limits/cli.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import type { Output } from "../output.ts";
import { type ImportDisplay, importFacts, resultText, shareText, waitText } from "./importText.ts";

/** Frames in a terminal, in a pipe a line for each change and at most one a second, an object each time for programs. */
export async function importDisplay(output: Output): Promise<ImportDisplay> {
  if (output.mode === "live") {
    const { liveImport } = await import("../views/liveImport.tsx");
    return liveImport(output);
  }
  const texts = output.texts(progressTexts);
  let printedAtMs = output.terminal.now();
  let printed = "";
  let told = "";
  return {
    show(job) {
      if (job === null) return;
      const facts = importFacts(job);
      const change = JSON.stringify(facts);
      if (change !== told) output.event("progress", facts);
      told = change;
      if (output.terminal.now() - printedAtMs < cliLimits.plainLineMs) return;
      const parts = [shareText(job, texts), ...resultText(job, texts), ...waitText(job, output.words)];
      const line = parts.join(": ");
      if (line === printed) return;
      printedAtMs = output.terminal.now();
      printed = line;
      output.line(line);
    },
    async close() {},
  };
}
