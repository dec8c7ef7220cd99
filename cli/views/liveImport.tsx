import { render, renderToString } from "ink";
import { cliLimits } from "../../contract/limits/cli.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import type { ImportDisplay } from "../imports/importText.ts";
import type { Output } from "../output.ts";
import { hasUnicode } from "../terminal.ts";
import { eraseBroken } from "./eraseBroken.ts";
import { ImportView } from "./ImportView.tsx";

/** Draws an import in place. Loaded only where there is a terminal to draw in. */
export function liveImport(output: Output): ImportDisplay {
  const { stdin, stdout, stderr } = output.terminal;
  const texts = output.texts(progressTexts);
  const look = { color: output.color, unicode: hasUnicode(output.terminal) };
  let shown: ImportJob | null = null;
  const letNotesOut = output.holdNotes();
  const stopErasing = eraseBroken(stdout, (columns) =>
    renderToString(<ImportView job={shown} look={look} texts={texts} columns={columns} />, { columns }),
  );
  const instance = render(<ImportView job={shown} look={look} texts={texts} />, {
    stdin,
    stdout,
    stderr,
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps: cliLimits.framesPerSecond,
  });
  return {
    show(job) {
      shown = job;
      instance.rerender(<ImportView job={job} look={look} texts={texts} />);
    },
    async close() {
      await instance.waitUntilRenderFlush();
      stopErasing();
      instance.unmount();
      await instance.waitUntilExit();
      letNotesOut();
    },
  };
}
