import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { csvLines } from "../../../contract/imports/csvLines.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import { inWords } from "../../core/inWords.ts";
import type { SheetColumn } from "../../sheets/messages.ts";
import type { RejectedRow, Rejects } from "./messages.ts";

const nothing: Rejects = { rejected: 0, overPlan: 0, rejects: [], unfit: 0, unfitCells: [] };

type Rejected = Omit<RejectedRow, "text"> & { cells: readonly string[] };
type Written = { rejects: Rejects; bytes: number };

/**
 * Writes rejected rows as they were, with number and reason at the end, so that they can be corrected and imported again.
 * With `earlier` it continues after that many bytes of the file; whatever follows them is replaced.
 */
export function createRejectsFile(path: string, columns: readonly SheetColumn[], earlier?: Written) {
  const file = openSync(path, earlier === undefined ? "w" : "a", 0o600);
  if (earlier !== undefined) ftruncateSync(file, earlier.bytes);
  const summary: Rejects = {
    ...(earlier?.rejects ?? nothing),
    rejects: [...(earlier?.rejects.rejects ?? [])],
  };
  let waiting =
    earlier === undefined ? csvLines([[...columns.map(({ name }) => name), "row", "reason"]]) : "";
  let bytes = earlier?.bytes ?? 0;
  let isOpen = true;
  const flush = () => {
    bytes += writeSync(file, waiting);
    waiting = "";
  };
  return {
    add({ row, reason, cells }: Rejected): void {
      summary.rejected += 1;
      if (summary.rejects.length < importLimits.rejectsShown)
        summary.rejects.push({ row, reason, text: lineOf(cells) });
      // If every row of a file is rejected, it must not fill the disk a second time.
      if (bytes > importLimits.rejectsBytes) return;
      waiting += csvLines([
        [...columns.map(({ index }) => cells[index] ?? ""), String(row), inWords(reason)],
      ]);
      if (waiting.length > importLimits.chunkBytes) flush();
    },

    /** A row that the plan has no room for. */
    addOverPlan(rejected: Rejected): void {
      summary.overPlan += 1;
      this.add(rejected);
    },

    /** Closes and syncs the file. Returns what was rejected, and the length of the file. */
    end(): Written {
      if (isOpen) {
        flush();
        fsyncSync(file);
        closeSync(file);
        isOpen = false;
      }
      return { rejects: summary, bytes };
    },
  };
}

/** A row's cells in one short line, by which a person recognises it. */
function lineOf(cells: readonly string[]): string {
  const texts = cells
    .filter((cell) => cell !== "")
    .map((cell) => cell.slice(0, importLimits.previewCharacters));
  const line = texts.join(" · ").replace(/\s+/g, " ");
  return line.length > importLimits.rejectCharacters
    ? `${line.slice(0, importLimits.rejectCharacters)}…`
    : line;
}
