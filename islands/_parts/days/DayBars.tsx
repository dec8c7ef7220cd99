import type { ReactNode } from "react";
import type { Status } from "../Notice.tsx";

type DayCount = { day: number; count: number };

type DayBarsProps = {
  status: Status;
  name: string;
  /** What is counted, for readers who do not know the name. */
  meaning: string;
  counts: readonly DayCount[];
  /** The total, as text. */
  sum: ReactNode;
  /** The whole plot in words, given the day with the most. */
  label: (most: DayCount) => string;
};

/** A bar for each day, scaled to the greatest. Even a single one among thousands is visible. */
export function DayBars({ status, name, meaning, counts, sum, label }: DayBarsProps) {
  const most = counts.reduce<DayCount>((most, one) => (one.count > most.count ? one : most), {
    day: 0,
    count: 0,
  });
  return (
    <figure className="day-bars" data-status={status} title={meaning}>
      <figcaption>
        <span>{name}</span> <strong>{sum}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${counts.length} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label(most)}
      >
        <rect className="ground" x="0" y="98" width={counts.length} height="2" />
        {counts.map(({ day, count }, index) =>
          count === 0 ? null : (
            <rect
              key={day}
              x={index + 0.12}
              width="0.76"
              y={100 - heightOf(count, most.count)}
              height={heightOf(count, most.count)}
            />
          ),
        )}
      </svg>
    </figure>
  );
}

const leastHeight = 8;

function heightOf(count: number, greatest: number): number {
  return Math.max(leastHeight, (100 * count) / greatest);
}
