import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from "react";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import { personalStorage } from "../../../_data/personalStorage.ts";

/** A deletion that can still be undone; `at` is when, in milliseconds since 1970. */
export type Deletion = {
  deletionId: string;
  count: number;
  at: number;
  /** A step broke off, or its answer was lost, so that more may be deleted than is counted. */
  isLost?: true;
};

const kept = personalStorage<Deletion>({
  storage: "sessionStorage",
  key: "leadDeletion",
  isValue: (left): left is Deletion => Date.now() - (left.at ?? 0) <= leadLimits.undoMs,
});

/** The last deletion of this tab, which can still be undone after a reload. */
export function useDeletion(uid: string): [Deletion | null, Dispatch<SetStateAction<Deletion | null>>] {
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const isFirst = useRef(true);
  useEffect(() => setDeletion(kept.read(uid)), [uid]);
  useEffect(() => {
    // On the first run the stored deletion has not been read yet, and must not be overwritten.
    if (!isFirst.current) kept.keep(uid, deletion);
    isFirst.current = false;
  }, [uid, deletion]);
  return [deletion, setDeletion];
}
