import { useEffect, useState } from "react";
import { readAddress } from "../../shell/address.ts";

/** What a campaign's list is narrowed to beside its filter, and the cursors of the pages turned to, of which the last is shown. */
export type Narrowed = { typed: string; step: number | null; cursors: readonly string[] };

const whole: Narrowed = { typed: "", step: null, cursors: [] };

/** What was left for another tab, mostly for a lead of the list, until one comes back. */
let left: { of: string; filter: string | undefined; narrowed: Narrowed } | null = null;

/**
 * Another filter in the address begins its list anew, and leaves what was typed beside it. Whoever looks into a lead of the
 * list and comes back goes on where they were.
 */
export function useTurnedPages(
  of: string,
  filter: string | undefined,
): [Narrowed, (change: Partial<Narrowed>) => void] {
  const [shown, setShown] = useState(() =>
    left?.of === of && left.filter === filter ? left : { of, filter, narrowed: whole },
  );
  useEffect(() => {
    left = null;
    return () => {
      const [tab] = readAddress(window.location.hash.slice(1));
      left = tab === "campaigns" ? null : shown;
    };
  }, [shown]);
  const narrowed = shown.filter === filter ? shown.narrowed : { ...shown.narrowed, cursors: [] };
  return [narrowed, (change) => setShown({ of, filter, narrowed: { ...narrowed, cursors: [], ...change } })];
}
