import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { leadLimits } from "../../../../contract/limits/leads.ts";

/** A deletion that can still be undone; `at` is when, in milliseconds since 1970. */
export type Deletion = { deletionId: string; count: number; at: number };

const key = "leadDeletion";

/** The last deletion of this tab. A page that is loaded anew must not cost the way back. */
export function useDeletion(uid: string): [Deletion | null, Dispatch<SetStateAction<Deletion | null>>] {
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const isFirst = useRef(true);
  useEffect(() => setDeletion(keptDeletion(uid)), [uid]);
  useEffect(() => {
    // What was kept is only being read at first, and would be forgotten.
    if (!isFirst.current) keep(uid, deletion);
    isFirst.current = false;
  }, [uid, deletion]);
  return [deletion, setDeletion];
}

function keep(uid: string, deletion: Deletion | null): void {
  try {
    if (deletion === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify({ uid, ...deletion }));
  } catch {
    // Without storage the deletion can be undone until the page is left.
  }
}

function keptDeletion(uid: string): Deletion | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as (Deletion & { uid: string }) | null;
    if (kept === null || kept.uid !== uid || Date.now() - kept.at > leadLimits.undoMs) return null;
    const { deletionId, count, at } = kept;
    return { deletionId, count, at };
  } catch {
    return null;
  }
}
