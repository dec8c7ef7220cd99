import { useState } from "react";
import { type Action, useAction } from "./useAction.ts";

type Named = { id: string; name: string };

export type Deletion = {
  remove: Action<[what: Named]>;
  /** What was deleted last and can be restored; null if there is nothing. */
  last: Named | null;
  undo: Action<[]>;
  dismiss: () => void;
};

/** Deletes things one at a time, and restores the last one. */
export function useDeletion(calls: {
  remove: (id: string) => Promise<unknown>;
  restore: (id: string) => Promise<unknown>;
}): Deletion {
  const [last, setLast] = useState<Named | null>(null);
  const remove = useAction(async (what: Named) => {
    await calls.remove(what.id);
    undo.clear();
    setLast(what);
  });
  const undo = useAction(async () => {
    if (last === null) return;
    await calls.restore(last.id);
    setLast(null);
  });
  return { remove, last, undo, dismiss: () => setLast(null) };
}
