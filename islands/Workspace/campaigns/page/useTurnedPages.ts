import { useState } from "react";

/**
 * The cursors of the pages turned to so far, of which the last one is shown. Another filter in the address begins its list
 * anew, and leaves what was typed beside it.
 */
export function useTurnedPages(
  filter: string | undefined,
): [readonly string[], (cursors: readonly string[]) => void] {
  const [turned, setTurned] = useState<{ of: string | undefined; cursors: readonly string[] }>({
    of: filter,
    cursors: [],
  });
  const cursors = turned.of === filter ? turned.cursors : none;
  return [cursors, (next) => setTurned({ of: filter, cursors: next })];
}

const none: readonly string[] = [];
