const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const wholePercent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** A part of a whole: "7.7%"; nothing of nothing is nothing that could be said. */
export function shareText(count: number, of: number, none: string): string {
  if (of === 0) return none;
  const share = count / of;
  // Of the large ones nobody needs the tenths.
  return (share >= 0.1 || share === 0 ? wholePercent : percent).format(share);
}
