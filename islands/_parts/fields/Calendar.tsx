import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { partTexts } from "../../../contract/texts/parts.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { type Day, dayAfterKey, firstDayIn, isDay, plusMonths, todayAt, weeksOf } from "./calendarDays.ts";

/** A month to choose a day from: arrows move by days and weeks, Page Up and Down by months, with Shift by years. */
export function Calendar({
  value,
  min,
  max,
  onPick,
}: {
  value: string;
  min: string;
  max: string;
  onPick: (day: Day) => void;
}) {
  const texts = useTexts(partTexts).dates;
  const [today] = useState(() => todayAt(new Date()));
  const [at, setAt] = useState<Day>(isDay(value) ? value : within(today, min, max));
  const grid = useRef<HTMLTableElement>(null);
  const moves = useRef(true);
  const firstDay = firstDayIn(navigator.language);
  // The texts around it are in the page's language, and so are the months.
  const language = document.documentElement.lang || "en";
  const weeks = weeksOf(at, firstDay);
  const isFree = (day: Day) => (min === "" || day >= min) && (max === "" || day <= max);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (moves.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moves.current = false;
  }, [at]);
  const go = (day: Day) => {
    moves.current = true;
    setAt(within(day, min, max));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(event, at, firstDay);
    if (next === undefined) return;
    event.preventDefault();
    go(next);
  };
  return (
    <div className="day-picker">
      <Turns
        month={inWords(at, language, monthAndYear)}
        onTurn={(by) => setAt(within(plusMonths(at, by), min, max))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is moved in by arrows is a grid. */}
      <table ref={grid} role="grid" aria-label={inWords(at, language, monthAndYear)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={inWords(day, language, { weekday: "long" })}>
                {inWords(day, language, { weekday: "short" }).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                // biome-ignore lint/a11y: what is in the cell has the focus, as the pattern has it.
                <td key={day} role="gridcell" aria-selected={day === value}>
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    aria-label={inWords(day, language, { dateStyle: "full" })}
                    aria-current={day === today ? "date" : undefined}
                    data-outside={day.slice(0, 7) !== at.slice(0, 7)}
                    disabled={!isFree(day)}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="day-picker-foot">
        <Button variant="quiet" disabled={!isFree(today)} onClick={() => onPick(today)}>
          {texts.today}
        </Button>
      </div>
    </div>
  );
}

const monthAndYear = { month: "long", year: "numeric" } as const;

/** The name of the month, and the buttons that lead to others. */
function Turns({ month, onTurn }: { month: string; onTurn: (months: number) => void }) {
  const texts = useTexts(partTexts).dates;
  const turn = (label: string, path: string, by: number) => (
    <Button variant="quiet" shape="icon" title={label} onClick={() => onTurn(by)}>
      <Icon size={16} path={path} />
    </Button>
  );
  return (
    <div className="day-picker-head">
      {turn(texts.yearBefore, "M12 6l-6 6 6 6M19 6l-6 6 6 6", -12)}
      {turn(texts.monthBefore, "M15 6l-6 6 6 6", -1)}
      <p aria-live="polite">{month}</p>
      {turn(texts.monthAfter, "M9 6l6 6-6 6", 1)}
      {turn(texts.yearAfter, "M5 6l6 6-6 6M12 6l6 6-6 6", 12)}
    </div>
  );
}

function within(day: Day, min: string, max: string): Day {
  if (min !== "" && day < min) return min;
  return max !== "" && day > max ? max : day;
}

function inWords(day: Day, language: string, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...how, timeZone: "UTC" }).format(new Date(day));
}
