import { useEffect, useState } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";

/** Leads picked one by one, or everybody that the collection, search and filter show. */
export type Selection = { kind: "some"; leads: ReadonlyMap<string, Lead> } | { kind: "everyone" };

export type SelectionActions = {
  selection: Selection;
  has: (lead: Lead) => boolean;
  set: {
    (leads: readonly Lead[], selected: true): void;
    (leads: readonly Pick<Lead, "_id">[], selected: false): void;
    (leads: readonly Lead[], selected: boolean): void;
  };
  selectEveryone: () => void;
  clear: () => void;
};

const nobody: Selection = { kind: "some", leads: new Map() };

/** `place` says what the selection is made in; in another place it begins anew. */
export function useSelection(place: string): SelectionActions {
  const [selection, setSelection] = useState<Selection>(nobody);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of place is the reason to begin anew.
  useEffect(() => setSelection(nobody), [place]);

  return {
    selection,
    has: (lead) => selection.kind === "everyone" || selection.leads.has(lead._id),
    set: (leads: readonly (Lead | Pick<Lead, "_id">)[], selected: boolean) =>
      setSelection((before) => {
        const next = new Map(before.kind === "some" ? before.leads : []);
        for (const lead of leads) {
          if (selected) next.set(lead._id, lead as Lead);
          else next.delete(lead._id);
        }
        return { kind: "some", leads: next };
      }),
    selectEveryone: () => setSelection({ kind: "everyone" }),
    clear: () => setSelection(nobody),
  };
}
