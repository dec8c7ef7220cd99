import { grouped } from "../../sentences/en/words.ts";

type Rows = { added: number; updated: number; skipped: number; rejected: number };

const each = {
  added: (count: number) => `${grouped(count)} added`,
  updated: (count: number) => `${grouped(count)} updated`,
  skipped: (count: number) => `${grouped(count)} skipped`,
  rejected: (count: number) => `${grouped(count)} rejected`,
};

/** What an import has done so far. */
export const importCounts = {
  each,
  rows: ({ added, updated, skipped, rejected }: Rows) =>
    [each.added(added), each.updated(updated), each.skipped(skipped), each.rejected(rejected)].join(", "),
  optedOut: (count: number) => `${grouped(count)} opted out`,
  rejectedOptouts: (count: number) => `opt-outs of rows without a lead remembered: ${grouped(count)}`,
  all: (counts: readonly string[]) => counts.join(", "),
};
