import { useCallback, useEffect, useRef, useState } from "react";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { type LeadTexts, leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";

/** Leads picked one by one, or everybody that the collection, search and filter show but those left out again. */
export type Selection =
  | { kind: "some"; leads: ReadonlyMap<string, Lead> }
  | { kind: "everyone"; except: ReadonlySet<string> };

/** Rows of a list (in the words of its question) that were picked, or let go, before their leads were there. */
type PendingPick = { question: string; first: number; last: number; selected: boolean };

/** What a press makes of the selection, once it is known whom it means. */
export type Picking = (before: Selection) => Selection;

export type SelectionActions = {
  selection: Selection;
  has: (lead: Lead) => boolean;
  set: {
    (leads: readonly Lead[], selected: true): void;
    (leads: readonly Pick<Lead, "_id">[], selected: false): void;
    (leads: readonly Lead[], selected: boolean): void;
  };
  /** A press whose leads are still to come. It is shown at once, and takes its turn behind those before it. */
  setOnceThere: (press: PendingPick, coming: Promise<Picking>) => void;
  /** Presses that still wait, in their order. */
  pendingPicks: readonly PendingPick[];
  selectEveryone: () => void;
  clear: () => void;
};

const nobody: Selection = { kind: "some", leads: new Map() };

type Held = { selection: Selection; pendingPicks: readonly PendingPick[] };

/**
 * `place` says what the selection is made in: a collection, a search, a filter. In another place it begins anew, so that
 * nothing is done to leads that are out of sight; another order, or another page of the same list, keeps it.
 */
export function useSelection(place: string, onFault: (message: string) => void): SelectionActions {
  const texts = useTexts(leadTexts);
  const [{ selection, pendingPicks }, setHeld] = useState<Held>({ selection: nobody, pendingPicks: [] });
  const queue = useRef<{ waiting: PendingPick[]; last: Promise<void> }>({
    waiting: [],
    last: Promise.resolve(),
  });

  /** What is picked from here on has nothing to do with what was pressed before. */
  const begin = useCallback((anew: Selection) => {
    queue.current.waiting = [];
    setHeld({ selection: anew, pendingPicks: [] });
  }, []);
  const change = (picking: Picking) => {
    const fault = faultOf(picking(selection), texts);
    if (fault !== "") onFault(fault);
    setHeld((before) => {
      const next = picking(before.selection);
      return faultOf(next, texts) === "" ? { ...before, selection: next } : before;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of place is the reason to begin anew.
  useEffect(() => begin(nobody), [place]);

  const latest = useRef({ change, onFault, texts });
  useEffect(() => {
    latest.current = { change, onFault, texts };
  });
  const setOnceThere = useCallback((press: PendingPick, coming: Promise<Picking>) => {
    const held = queue.current;
    const show = () => setHeld((before) => ({ ...before, pendingPicks: [...queue.current.waiting] }));
    const isWanted = () => held.waiting.includes(press);
    held.waiting.push(press);
    show();
    const found = coming.catch(() => null);
    held.last = held.last.then(async () => {
      const picking = isWanted() ? await found : null;
      if (!isWanted()) return;
      held.waiting = held.waiting.filter((other) => other !== press);
      if (picking === null) latest.current.onFault(latest.current.texts.selection.notLoaded);
      else latest.current.change(picking);
      show();
    });
  }, []);

  return {
    selection,
    pendingPicks,
    setOnceThere,
    has: ({ _id }) => (selection.kind === "everyone" ? !selection.except.has(_id) : selection.leads.has(_id)),
    set: (leads: readonly (Lead | Pick<Lead, "_id">)[], selected: boolean) =>
      change(settingOf(leads as readonly Lead[], selected)),
    selectEveryone: () => begin({ kind: "everyone", except: new Set() }),
    clear: () => begin(nobody),
  };
}

/** "" while it is small enough to be said in one call. */
function faultOf(selection: Selection, texts: LeadTexts): string {
  if (selection.kind === "everyone")
    return selection.except.size > leadLimits.exceptMax
      ? texts.selection.tooManyLeftOut(leadLimits.exceptMax)
      : "";
  return selection.leads.size > screenLimits.pickedMax
    ? texts.selection.tooManyPicked(screenLimits.pickedMax)
    : "";
}

/** These leads picked, or let go, and all others as they were. */
export function settingOf(leads: readonly Lead[], selected: boolean): Picking {
  return (before) => {
    if (before.kind === "everyone") {
      const except = new Set(before.except);
      for (const { _id } of leads) {
        if (selected) except.delete(_id);
        else except.add(_id);
      }
      return { kind: "everyone", except };
    }
    const next = new Map(before.leads);
    for (const lead of leads) {
      if (selected) next.set(lead._id, lead);
      else next.delete(lead._id);
    }
    return { kind: "some", leads: next };
  };
}

/** Everybody picked but these few, where they had not been picked already. */
export function allButOf(leads: readonly Lead[]): Picking {
  return (before) => {
    const wasPicked = ({ _id }: Lead) =>
      before.kind === "everyone" ? !before.except.has(_id) : before.leads.has(_id);
    const leftOut = leads.filter((lead) => !wasPicked(lead)).map(({ _id }) => _id);
    return { kind: "everyone", except: new Set(leftOut) };
  };
}

/** How many leads are picked, of so many in all. */
export function pickedCount(selection: Selection, total: number): number {
  return selection.kind === "everyone" ? Math.max(0, total - selection.except.size) : selection.leads.size;
}
