import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
/** Grey rows in place of a list that is being loaded, so that nothing moves when it arrives. */
export function SkeletonRows({ rows }: { rows: number }) {
  const texts = useTexts(partTexts);
  return (
    <div className="skeleton-rows" role="status">
      <span className="visually-hidden">{texts.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className="skeleton" />
      ))}
    </div>
  );
}
