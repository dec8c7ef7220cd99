import type { ImportReport } from "../schemas/imports.ts";
import type { ImportStateTexts } from "../texts/workspace/importStates.ts";

/** What became of the rows of an import so far, in a line: the same wherever it is read. */
export function importCountsText(
  { optedOut, rejectedOptouts, ...rows }: Counts,
  texts: ImportStateTexts["counts"],
): string {
  return texts.all([texts.rows(rows), ...optoutsText({ optedOut, rejectedOptouts }, texts)]);
}

/** The same where there is little room: only what there is any of, or a row that was rejected would be cut off behind noughts. */
export function importNewsText(counts: Counts, texts: ImportStateTexts["counts"]): string {
  const rows = (["added", "updated", "skipped", "rejected"] as const).flatMap((what) =>
    counts[what] === 0 ? [] : [texts.each[what](counts[what])],
  );
  const news = [...rows, ...optoutsText(counts, texts)];
  return news.length === 0 ? importCountsText(counts, texts) : texts.all(news);
}

function optoutsText(
  { optedOut, rejectedOptouts }: Pick<Counts, "optedOut" | "rejectedOptouts">,
  texts: ImportStateTexts["counts"],
): string[] {
  return [
    ...(optedOut === 0 ? [] : [texts.optedOut(optedOut)]),
    ...(rejectedOptouts === 0 ? [] : [texts.rejectedOptouts(rejectedOptouts)]),
  ];
}

type Counts = Pick<
  ImportReport,
  "added" | "updated" | "skipped" | "rejected" | "optedOut" | "rejectedOptouts"
>;
