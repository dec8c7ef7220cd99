import { useEffect, useRef } from "react";
import { focusIsLost } from "../../_parts/focusIsLost.ts";
import type { Draft } from "./useDraft.ts";

/**
 * What opened a mail goes with the list, and the way back goes with the mail: whoever opened one goes on at its way
 * back, where its tools begin, and whoever left it on that template in the list.
 */
export function useFocusBetween(draft: Draft | null): void {
  const before = useRef(draft);
  const session = draft?.session;
  const left = before.current?.template?._id;
  useEffect(() => {
    const was = before.current?.session;
    before.current = draft;
    if (was === session || !isLost()) return;
    const next =
      session === undefined
        ? (document.querySelector(`[data-template="${CSS.escape(left ?? "")}"]`) ??
          document.querySelector(".design-begin .button:last-of-type"))
        : document.querySelector(".room-back");
    if (next instanceof HTMLElement) next.focus();
  }, [draft, session, left]);
}

/** Nothing has the focus, or something that is no longer seen: the browser notices that only when it draws. */
function isLost(): boolean {
  return focusIsLost() || document.activeElement?.closest("[hidden]") !== null;
}
