import type { Reason, ReasonCode } from "../../contract/reasons.ts";
import type { RowAnswer } from "../../contract/schemas/lead.ts";
import { inWords } from "./inWords.ts";

type Named = {
  ids: readonly string[];
  /** Where the ids stand in what was sent. */
  field: string;
  /** What became of one that is meant for the first time; a reason where nothing was done to it. */
  outcomeOf(id: string): "changed" | "unchanged" | { _id: string | null; cause: Reason<ReasonCode> };
};

/** What became of each that a bulk call named by its id, in their order. */
export function namedRows({ ids, field, outcomeOf }: Named): RowAnswer[] {
  const firsts = new Map<string, number>();
  return ids.map((id, index) => {
    const first = firsts.get(id);
    if (first !== undefined) return { index, outcome: "repeated", _id: id, first };
    firsts.set(id, index);
    const outcome = outcomeOf(id);
    if (typeof outcome === "string") return { index, outcome, _id: id };
    const { _id, cause } = outcome;
    return { index, outcome: "refused", _id, field: `${field}.${index}`, reason: inWords(cause), cause };
  });
}
