import { useEffect, useRef } from "react";
import { focusIsLost } from "../../_parts/lostFocus.ts";
import type { Draft } from "./useDraft.ts";

/**
 * What opened a mail goes with the list, and the way back goes with the mail: whoever opened one goes on at its way
 * back, where its tools begin, and whoever left it on that template in the list.
 */
export function useFocusBetween(draft: Draft | null, listed: boolean): void {
  const before = useRef({ draft, listed });
  const session = draft?.session;
  const left = before.current.draft?.template?._id;
  useEffect(() => {
    const was = before.current;
    before.current = { draft, listed };
    // The list beside a mail is put away a moment after another mail has come.
    if ((was.draft?.session === session && was.listed === listed) || !isLost()) return;
    const next =
      session === undefined
        ? (document.querySelector(`[data-template="${CSS.escape(left ?? "")}"]`) ??
          document.querySelector(".design-begin .button:last-of-type"))
        : document.querySelector(".room-back");
    if (next instanceof HTMLElement) next.focus();
  }, [draft, session, left, listed]);
}

/** Nothing has the focus, or something that is no longer seen: the browser notices that only when it draws. */
function isLost(): boolean {
  return focusIsLost() || document.activeElement?.closest("[hidden]") !== null;
}
