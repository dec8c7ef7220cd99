import { grouped } from "../../sentences/en/words.ts";

type Rows = { added: number; updated: number; skipped: number; rejected: number };

/** What an import has done so far. */
export const importCounts = {
  rows: ({ added, updated, skipped, rejected }: Rows) =>
    `${grouped(added)} added, ${grouped(updated)} updated, ${grouped(skipped)} skipped, ${grouped(rejected)} rejected`,
  optedOut: (count: number) => `${grouped(count)} opted out`,
  rejectedOptouts: (count: number) => `opt-outs of rejected rows remembered: ${grouped(count)}`,
  all: (counts: readonly string[]) => counts.join(", "),
};
