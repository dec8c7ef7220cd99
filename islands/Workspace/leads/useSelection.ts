import { useEffect, useState } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";

/** Leads picked one by one, or everybody that the collection, search and filter show but those left out again. */
export type Selection =
  | { kind: "some"; leads: ReadonlyMap<string, Lead> }
  | { kind: "everyone"; except: ReadonlySet<string> };

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

/**
 * `place` says what the selection is made in: a collection, a search, a filter. In another place it begins anew, so that
 * nothing is done to leads that are out of sight; another order, or another page of the same list, keeps it.
 */
export function useSelection(place: string): SelectionActions {
  const [selection, setSelection] = useState<Selection>(nobody);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of place is the reason to begin anew.
  useEffect(() => setSelection(nobody), [place]);

  return {
    selection,
    has: ({ _id }) => (selection.kind === "everyone" ? !selection.except.has(_id) : selection.leads.has(_id)),
    set: (leads: readonly (Lead | Pick<Lead, "_id">)[], selected: boolean) =>
      setSelection((before) => {
        if (before.kind === "everyone") return leavingOut(before.except, { leads, selected });
        const next = new Map(before.leads);
        for (const lead of leads) {
          if (selected) next.set(lead._id, lead as Lead);
          else next.delete(lead._id);
        }
        return { kind: "some", leads: next };
      }),
    selectEveryone: () => setSelection({ kind: "everyone", except: new Set() }),
    clear: () => setSelection(nobody),
  };
}

function leavingOut(
  before: ReadonlySet<string>,
  { leads, selected }: { leads: readonly Pick<Lead, "_id">[]; selected: boolean },
): Selection {
  const except = new Set(before);
  for (const { _id } of leads) {
    if (selected) except.delete(_id);
    else except.add(_id);
  }
  return { kind: "everyone", except };
}

/** How many leads are picked, of so many in all. */
export function pickedCount(selection: Selection, total: number): number {
  return selection.kind === "everyone" ? Math.max(0, total - selection.except.size) : selection.leads.size;
}
