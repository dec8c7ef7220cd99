import { type AccountHealthTexts, accountHealthTexts } from "../../../../contract/texts/accountHealth.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { dayText } from "./dayText.ts";

type Count = { day: number; count: number };

/** A bar for each day, the greatest a whole one; a single mail among thousands is still seen. */
export function DayBars({
  kind,
  counts,
}: {
  kind: keyof AccountHealthTexts["kinds"];
  counts: readonly Count[];
}) {
  const texts = useTexts(accountHealthTexts);
  const name = texts.kinds[kind];
  const sum = counts.reduce((all, { count }) => all + count, 0);
  const greatest = counts.reduce<Count>((most, one) => (one.count > most.count ? one : most), {
    day: 0,
    count: 0,
  });
  const label = texts.plot({ kind: name, count: sum, most: greatest.count, day: dayText(greatest.day) });
  return (
    <figure className="day-bars" data-kind={kind} title={texts.meanings[kind]}>
      <figcaption>
        <span>{name}</span> <strong>{texts.count(sum)}</strong>
      </figcaption>
      <svg viewBox={`0 0 ${counts.length} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        <rect className="ground" x="0" y="98" width={counts.length} height="2" />
        {counts.map(({ day, count }, index) =>
          count === 0 ? null : (
            <rect
              key={day}
              x={index + 0.12}
              width="0.76"
              y={100 - heightOf(count, greatest.count)}
              height={heightOf(count, greatest.count)}
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
