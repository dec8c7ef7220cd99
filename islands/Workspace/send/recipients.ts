import type { Collection } from "../../../contract/schemas/lead.ts";
import type { LeadMatching } from "../../../contract/schemas/leadMatching.ts";
import type { SendTexts } from "../../../contract/texts/workspace/sending.ts";
import { matchingOf } from "../leads/actions/useLeadActions.ts";
import { pickedCount, type Selection } from "../leads/actions/useSelection.ts";
import type { LeadsView } from "../leads/useLeads.ts";

/** Whom a send is for, as the server takes it, and as the person reads it. */
export type Recipients = {
  /** How many leads were meant when the list was last asked for; what the server counts since outweighs it. */
  count: number;
  /** "3 selected leads", "all 120 leads in customers". */
  words: (count: number) => string;
  /** Nobody is picked, so it goes to everybody who is shown. */
  isEverybody: boolean;
  /** What goes on the wire: ids of picked leads, a collection, or what a search and a filter find. */
  wire: { leads: string[] } | { collection: string } | { matching: LeadMatching };
};

/**
 * The picked leads, or everything found; with none picked, everybody in the collection that is shown. Null when a search or filter narrows the
 * table and nobody is picked one by one: "everybody" would then mean other people than the ones on screen.
 */
export function recipientsOf(
  selection: Selection,
  { leads, collections }: { leads: LeadsView; collections: readonly Collection[] | undefined },
  texts: SendTexts,
): Recipients | null {
  if (selection.kind === "some" && selection.leads.size > 0) {
    const picked = [...selection.leads.values()];
    return {
      count: picked.length,
      words: texts.recipients.picked,
      isEverybody: false,
      wire: { leads: picked.map((lead) => lead._id) },
    };
  }
  if (selection.kind === "everyone" && (leads.isNarrowed || selection.except.size > 0)) {
    const count = pickedCount(selection, leads.page.value?.total ?? 0);
    return {
      count,
      words: (found) =>
        texts.recipients.found({
          count: found,
          isNarrowed: leads.isNarrowed,
          leftOut: selection.except.size,
        }),
      isEverybody: false,
      wire: { matching: matchingOf(selection, leads) },
    };
  }
  if (leads.isNarrowed) return null;
  const { collection } = leads;
  const found = collections?.find(({ name }) => name === collection);
  const count = (collection === "all" ? leads.totalOfAll : found?.count) ?? 0;
  const words = (everybody: number) =>
    texts.recipients.everybody({ count: everybody, collection: collection === "all" ? null : collection });
  return { count, words, isEverybody: selection.kind === "some", wire: { collection } };
}
