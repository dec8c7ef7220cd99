import { type FocusEvent, useEffect, useRef } from "react";
import { focusIsLost } from "../../../_parts/lostFocus.ts";

/**
 * Whoever pressed a button that goes with what it did, as "Send the rest from…" does once the rest goes out, goes on at the
 * first of those that stand there instead. `offered` names the buttons.
 */
export function useActionFocus(offered: string) {
  const actions = useRef<HTMLDivElement>(null);
  const isThere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other buttons are what it waits for.
  useEffect(() => {
    if (isThere.current && focusIsLost())
      actions.current?.querySelector<HTMLElement>(":scope > button")?.focus({ preventScroll: true });
  }, [offered]);
  return {
    ref: actions,
    onFocus: () => {
      isThere.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Without another place that it goes to, the button itself may be what goes.
      if (relatedTarget !== null) isThere.current = false;
    },
  };
}
