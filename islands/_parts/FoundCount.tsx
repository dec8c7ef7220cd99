import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";

/**
 * Reads out how many a search finds, which everybody else sees in the list (WCAG 4.1.3). It stands beside the search from
 * the beginning, because screen readers only announce changes of existing regions.
 */
export function FoundCount({
  count,
  hasMore = false,
}: {
  /** Null while nothing is searched for, or not yet answered: the same number is then said anew for other words. */
  count: number | null;
  hasMore?: boolean;
}) {
  const texts = useTexts(partTexts);
  return (
    <p role="status" className="visually-hidden">
      {count === null ? "" : texts.found({ count, hasMore })}
    </p>
  );
}
