import type { ImportJob } from "../../contract/schemas/imports.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import type { ImportDisplay } from "../imports/importText.ts";
import type { Output } from "../output.ts";
import { hasUnicode } from "../terminal.ts";
import { drawInPlace } from "./drawInPlace.ts";
import { ImportView } from "./ImportView.tsx";

/** Draws an import in place. Loaded only where there is a terminal to draw in. */
export function liveImport(output: Output): ImportDisplay {
  const texts = output.texts(progressTexts);
  const { words } = output;
  const look = { color: output.color, unicode: hasUnicode(output.terminal) };
  let shown: ImportJob | null = null;
  const letNotesOut = output.holdNotes();
  const { redraw, close } = drawInPlace(output.terminal, (columns) => (
    <ImportView
      job={shown}
      look={look}
      texts={texts}
      words={words}
      {...(columns !== undefined && { columns })}
    />
  ));
  return {
    show(job) {
      shown = job;
      redraw();
    },
    async close() {
      await close();
      letNotesOut();
    },
  };
}
