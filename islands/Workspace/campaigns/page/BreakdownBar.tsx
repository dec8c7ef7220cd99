import type { BreakdownRow } from "../../../../contract/schemas/campaignInsight.ts";

type Drawn = "sent" | "opened" | "clicked";

/** What the bars of some rows are drawn of, the longest first. */
export function drawnOf(of: { isLinks: boolean; trackOpens: boolean; trackClicks: boolean }): Drawn[] {
  if (of.isLinks) return ["clicked"];
  return [
    "sent",
    ...(of.trackOpens ? ["opened" as const] : []),
    ...(of.trackClicks ? ["clicked" as const] : []),
  ];
}

/** A row's figures as a bar beside those of the other rows: a picture of what stands behind it in numbers. */
export function BreakdownBar({
  row,
  rows,
  drawn,
}: {
  row: BreakdownRow;
  rows: readonly BreakdownRow[];
  drawn: readonly Drawn[];
}) {
  const [longest] = drawn;
  const most = longest === undefined ? 0 : Math.max(...rows.map((other) => other[longest]));
  if (most === 0) return null;
  return (
    <svg className="breakdown-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {drawn.map((name) => (
        <rect key={name} data-series={name} width={(100 * row[name]) / most} height={1} />
      ))}
    </svg>
  );
}
