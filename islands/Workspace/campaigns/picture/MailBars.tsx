import { memo } from "react";
import type { Sums } from "../../../../contract/campaigns/bars.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import { slicesOf } from "./bars.ts";

/** The bars of a campaign, from the first mail to the last, without a legend. */
export const MailBars = memo(function MailBars({
  bars,
  label,
  room,
}: {
  bars: readonly Sums[];
  /** What screen readers say; left out if the words beside the bars already say it. */
  label?: string;
  /** How many bars there is room for; if there are fewer, they are not drawn much wider. */
  room: number;
}) {
  const step = 100 / Math.max(bars.length, Math.ceil(room / screenLimits.barGrowth), 1);
  return (
    <svg
      className="mail-bars"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-hidden={label === undefined}
      aria-label={label}
    >
      {bars.map((sums, index) =>
        slicesOf(sums).map(({ stage, from, to }) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={`${index} ${stage}`}
            data-stage={stage}
            x={index * step + step * 0.14}
            width={step * 0.72}
            y={100 - to}
            height={to - from}
          />
        )),
      )}
    </svg>
  );
});
