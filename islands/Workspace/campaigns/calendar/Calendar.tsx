import { type KeyboardEvent, useRef, useState } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { momentsHere } from "../../../_data/momentsHere.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useMedia } from "../../../_data/useMedia.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { clockText } from "../../realtime/waitingText.ts";
import { addressOf } from "../../shell/address.ts";
import { usePageTitle } from "../../shell/usePageTitle.ts";
import { addressOfCampaign, nameOf } from "../list/listColumns.tsx";
import { momentOf, watched } from "../questions.ts";
import { takeArrival } from "../takeArrival.ts";
import { type Day, dayOf, daysFrom, monthFrom, weeksOf } from "./months.ts";

type ByDay = ReadonlyMap<number, Campaign[]>;
const monthName = (at: Date | number) => momentsHere({ month: "long", year: "numeric" }).format(at);
const dayName = (at: Date | number) =>
  momentsHere({ weekday: "long", day: "numeric", month: "long" }).format(at);
const weekday = (at: Date | number) => momentsHere({ weekday: "short" }).format(at);

/** Sent and scheduled campaigns, a month at a time; as a list of days in narrow windows. */
export function Calendar() {
  const { calendar, list, page } = useTexts(watchingTexts);
  const words = useTexts(campaignTexts);
  const [now] = useState(() => Date.now());
  const [focused, setFocused] = useState(() => dayOf(now));
  const isWide = useMedia("(width >= 45rem)");
  const month = monthFrom(focused, 0);
  usePageTitle(page.title(list.calendar));
  const loaded = useLoad(watched.since(daysFrom(month, -7)));
  // As a list it says so in the place of the days.
  const isEmpty = isWide && loaded.value !== undefined && daysIn(month, byDayOf(loaded.value)).length === 0;
  const show = (months: number) => setFocused(monthFrom(focused, months));
  return (
    <>
      <header className="panel-head">
        <h2>{words.title}</h2>
        <div className="panel-tools">
          <a className="button" data-variant="quiet" href={addressOf("campaigns")}>
            {list.asList}
          </a>
        </div>
      </header>
      <div className="calendar-head">
        <h3 ref={takeArrival} tabIndex={-1} aria-live="polite">
          {monthName(month)}
        </h3>
        {isEmpty ? <p className="muted">{calendar.none}</p> : null}
        <div className="panel-tools">
          <Button variant="quiet" shape="icon" aria-label={calendar.previous} onClick={() => show(-1)}>
            <Icon path="M15 5l-7 7 7 7" />
          </Button>
          <Button onClick={() => setFocused(dayOf(now))}>{calendar.today}</Button>
          <Button variant="quiet" shape="icon" aria-label={calendar.next} onClick={() => show(1)}>
            <Icon path="M9 5l7 7-7 7" />
          </Button>
        </div>
      </div>
      <WhenLoaded what={calendar.what} loaded={loaded} rows={6}>
        {(campaigns) => {
          const byDay = byDayOf(campaigns);
          return isWide ? (
            <Month month={month} now={now} byDay={byDay} focused={focused} onFocus={setFocused} />
          ) : (
            <DayList month={month} byDay={byDay} />
          );
        }}
      </WhenLoaded>
    </>
  );
}

/** One day is in the tab order; arrows go by days and weeks, Page keys by months, Enter into the day (WAI-ARIA, grid). */
function Month({
  month,
  now,
  byDay,
  focused,
  onFocus,
}: {
  month: number;
  now: number;
  byDay: ByDay;
  focused: number;
  onFocus: (day: number) => void;
}) {
  const { calendar } = useTexts(watchingTexts);
  const grid = useRef<HTMLTableElement>(null);
  const weeks = weeksOf(month, now);
  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target instanceof HTMLTableCellElement) {
      event.target.querySelector("a")?.focus();
      return;
    }
    if (event.key === "Escape" && event.target instanceof HTMLElement) {
      event.target.closest<HTMLElement>("td")?.focus();
      return;
    }
    const next = dayAfter(event.key, focused);
    if (next === null) return;
    event.preventDefault();
    onFocus(next);
    // The month of that day has to be rendered first.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  return (
    <table
      ref={grid}
      className="calendar"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with keys of its own.
      role="grid"
      aria-label={calendar.grid(monthName(month))}
      onKeyDown={move}
    >
      <thead>
        <tr>
          {weeks[0]?.map(({ at }) => (
            <th key={at} scope="col">
              {weekday(at)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.at}>
            {week.map((day) => (
              <DayCell
                key={day.at}
                day={day}
                isFocused={day.at === focused}
                campaigns={byDay.get(day.at) ?? []}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({
  day,
  isFocused,
  campaigns,
}: {
  day: Day;
  isFocused: boolean;
  campaigns: readonly Campaign[];
}) {
  const { calendar } = useTexts(watchingTexts);
  const { calendarEntries } = screenLimits;
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? campaigns : campaigns.slice(0, calendarEntries);
  const label = [dayName(day.at), ...(campaigns.length === 0 ? [] : [calendar.count(campaigns.length)])];
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid.
      role="gridcell"
      data-day={day.at}
      data-outside={!day.isInMonth || undefined}
      aria-current={day.isToday ? "date" : undefined}
      tabIndex={isFocused ? 0 : -1}
    >
      <span className="calendar-day" aria-hidden="true">
        {new Date(day.at).getDate()}
      </span>
      <span className="visually-hidden">{label.join(", ")}</span>
      {shown.map((campaign) => (
        <Entry key={campaign._id} campaign={campaign} />
      ))}
      {campaigns.length > calendarEntries ? (
        <button
          type="button"
          className="calendar-more"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? calendar.fewer : calendar.more(campaigns.length - calendarEntries)}
        </button>
      ) : null}
    </td>
  );
}

function Entry({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(watchingTexts);
  const words = useTexts(campaignTexts);
  const time = clockText(momentOf(campaign) ?? 0);
  const name = nameOf(campaign, texts);
  const state = words.states[campaign.state];
  return (
    <a
      className="calendar-entry"
      data-state={campaign.state}
      href={addressOfCampaign(campaign)}
      aria-label={texts.calendar.entry({ time, name, state })}
      title={name}
    >
      <time>{time}</time> {name}
    </a>
  );
}

function DayList({ month, byDay }: { month: number; byDay: ByDay }) {
  const { calendar } = useTexts(watchingTexts);
  const days = daysIn(month, byDay);
  if (days.length === 0) return <p className="muted">{calendar.none}</p>;
  return (
    <ol className="calendar-list">
      {days.map(([day, campaigns]) => (
        <li key={day}>
          <h4>{dayName(day)}</h4>
          {campaigns.map((campaign) => (
            <Entry key={campaign._id} campaign={campaign} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function byDayOf(campaigns: readonly Campaign[]): ByDay {
  return Map.groupBy(
    campaigns.toReversed().toSorted((one, other) => (momentOf(one) ?? 0) - (momentOf(other) ?? 0)),
    (campaign) => dayOf(momentOf(campaign) ?? 0),
  );
}

function daysIn(month: number, byDay: ByDay): [number, Campaign[]][] {
  const end = monthFrom(month, 1);
  return [...byDay].filter(([day]) => day >= month && day < end);
}

function dayAfter(key: string, day: number): number | null {
  const sinceMonday = (new Date(day).getDay() + 6) % 7;
  const days: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -sinceMonday,
    End: 6 - sinceMonday,
  };
  const moved = days[key];
  if (moved !== undefined) return daysFrom(day, moved);
  return key === "PageUp" ? monthFrom(day, -1) : key === "PageDown" ? monthFrom(day, 1) : null;
}
