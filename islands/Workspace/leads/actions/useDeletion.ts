import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import { personalStorage } from "../../../_data/personalStorage.ts";

/** A deletion that can still be undone; `at` is when, in milliseconds since 1970. */
export type Deletion = { deletionId: string; count: number; at: number };

const kept = personalStorage<Deletion>({
  storage: "sessionStorage",
  key: "leadDeletion",
  isValue: (left): left is Deletion => Date.now() - (left.at ?? 0) <= leadLimits.undoMs,
});

/** The last deletion of this tab. A page that is loaded anew must not cost the way back. */
export function useDeletion(uid: string): [Deletion | null, Dispatch<SetStateAction<Deletion | null>>] {
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const isFirst = useRef(true);
  useEffect(() => setDeletion(kept.read(uid)), [uid]);
  useEffect(() => {
    // What was kept is only being read at first, and would be forgotten.
    if (!isFirst.current) kept.keep(uid, deletion);
    isFirst.current = false;
  }, [uid, deletion]);
  return [deletion, setDeletion];
}
