import { memo } from "react";
import type { Sums } from "../../../../contract/campaigns/bars.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import { slicesOf } from "./bars.ts";

/** The bars themselves, from the first mail to the last. Whoever shows them says in words what they are. */
export const MotifBars = memo(function MotifBars({
  bars,
  label,
  room,
}: {
  bars: readonly Sums[];
  /** What it says to who cannot see it; without it stands beside words that say the same. */
  label?: string;
  /** Bars that there would be room for: fewer are not drawn much wider. */
  room: number;
}) {
  const step = 100 / Math.max(bars.length, Math.ceil(room / screenLimits.barGrowth), 1);
  return (
    <svg
      className="motif"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-hidden={label === undefined}
      aria-label={label}
    >
      {bars.map((sums, index) =>
        slicesOf(sums).map(({ distance, from, to }) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
            key={`${index} ${distance}`}
            data-distance={distance}
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
