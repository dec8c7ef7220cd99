/** Grey rows where a list is coming, so that nothing jumps when it is there. */
export function SkeletonRows({ rows }: { rows: number }) {
  return (
    <div className="skeleton-rows" role="status">
      <span className="visually-hidden">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className="skeleton" />
      ))}
    </div>
  );
}
