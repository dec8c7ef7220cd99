import { useLayoutEffect, useRef, useState } from "react";

/** Functions that stay the same across renders and call the latest ones, so that memoized components need not render again. */
export function useStableFunctions<T extends Record<string, (...given: never[]) => unknown>>(
  functions: T,
): T {
  const newest = useRef(functions);
  // Before anything can be pressed on what was drawn: an older function would work on an older design.
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
