import { useLayoutEffect, useRef, useState } from "react";

/** Functions that stay the same across renders and call the latest ones, so that memoized components need not render again. */
export function useStableFunctions<T extends Record<string, (...given: never[]) => unknown>>(
  functions: T,
): T {
  const newest = useRef(functions);
  // Before anything rendered can be pressed: an older function would change an older design.
  useLayoutEffect(() => {
    newest.current = functions;
  });
  const [steady] = useState(() => {
    const entries = Object.keys(functions).map((name) => [
      name,
      (...given: never[]) => newest.current[name]?.(...given),
    ]);
    return Object.fromEntries(entries) as T;
  });
  return steady;
}
