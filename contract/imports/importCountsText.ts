import type { ImportReport } from "../schemas/imports.ts";
import type { ImportStateTexts } from "../texts/workspace/importStates.ts";

/** What became of the rows of an import so far, in a line: the same wherever it is read. */
export function importCountsText(
  { optedOut, rejectedOptouts, ...rows }: Counts,
  texts: ImportStateTexts["counts"],
): string {
  return texts.all([
    texts.rows(rows),
    ...(optedOut === 0 ? [] : [texts.optedOut(optedOut)]),
    ...(rejectedOptouts === 0 ? [] : [texts.rejectedOptouts(rejectedOptouts)]),
  ]);
}

type Counts = Pick<
  ImportReport,
  "added" | "updated" | "skipped" | "rejected" | "optedOut" | "rejectedOptouts"
>;
