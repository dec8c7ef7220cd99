import { useEffect, useRef } from "react";
import { focusIsLost } from "../../_parts/lostFocus.ts";
import type { Draft } from "./useDraft.ts";

/**
 * What opened a mail goes with the list, and the way back goes with the mail: whoever opened one goes on at its way
 * back, where its tools begin, and whoever left it on that template in the list. `overLists` is what stands over them: a
 * template may have been deleted by others while it was asked about, and a fault goes with the button that puts it away.
 */
export function useFocusBetween(draft: Draft | null, listed: boolean, overLists: string): void {
  const before = useRef({ draft, listed, overLists });
  const session = draft?.session;
  const left = before.current.draft?.template?._id;
  useEffect(() => {
    const was = before.current;
    before.current = { draft, listed, overLists };
    // The list beside a mail is put away a moment after another mail has come.
    if (was.draft?.session !== session || was.listed !== listed || was.overLists !== overLists) goOn(left);
  }, [draft, session, left, listed, overLists]);
}

/** Where the focus is lost, it goes to where one goes on from: at the template of the mail that was left, if one was. */
export function goOn(left?: string): void {
  if (!isLost()) return;
  const next =
    document.querySelector<HTMLElement>(".room-back") ??
    (left === undefined
      ? null
      : document.querySelector<HTMLElement>(`[data-template="${CSS.escape(left)}"]`)) ??
    document.querySelector<HTMLElement>(".design-begin .button:last-of-type");
  // A press gives a button no focus in Safari, and nobody who used one should be taken to the top of the list.
  next?.focus({ preventScroll: left === undefined });
}

/** Nothing has the focus, or something that is no longer seen: the browser notices that only when it draws. */
function isLost(): boolean {
  return focusIsLost() || document.activeElement?.closest("[hidden]") !== null;
}
