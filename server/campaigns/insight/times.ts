import { insightLimits } from "../../../contract/limits/insight.ts";
import { dayMs, hourMs, minuteMs } from "../../../contract/limits/units.ts";
import type { CampaignTimes, TimeStep } from "../../../contract/schemas/campaignInsight.ts";
import { timeSteps } from "../../../contract/schemas/campaignInsight.ts";

type Moments = Omit<CampaignTimes["points"][number], "at">;
type Point = CampaignTimes["points"][number];

const stepMs: Record<TimeStep, number> = { minute: minuteMs, hour: hourMs, day: dayMs };
/** Every zone there is differs from another by a multiple of this, so hours and days of all of them are made of it. */
export const quarterMs = 15 * minuteMs;

const none: Moments = { sent: 0, opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0, optedOut: 0 };

/** By what moments are put together: as asked, unless there would be too many; else by what suits the time that it took. */
export function timeStepFor({ from, to }: { from: number; to: number }, wanted?: TimeStep): TimeStep {
  const span = to - from;
  const suiting = span <= 2 * hourMs ? "minute" : span <= 4 * dayMs ? "hour" : "day";
  const first = timeSteps.indexOf(wanted ?? suiting);
  return timeSteps.slice(first).find((step) => span / stepMs[step] < insightLimits.pointsMax) ?? "day";
}

/** Quarters of an hour (or minutes) as the hours or days that clocks in a zone show, each told by where it begins. */
export function putTogether(moments: readonly Partial<Point>[], by: TimeStep, zone: string): Point[] {
  const points = new Map<number, Point>();
  const startOf = by === "minute" ? (at: number) => at - (at % minuteMs) : startsIn(zone, by);
  for (const { at: moment = 0, ...counts } of moments) {
    const at = startOf(moment);
    const point = points.get(at) ?? { at, ...none };
    for (const [name, count] of Object.entries(counts) as [keyof Moments, number][]) point[name] += count;
    points.set(at, point);
  }
  return [...points.values()].sort((one, other) => one.at - other.at);
}

export function sumOf(points: readonly Point[]): Moments {
  const sum = { ...none };
  for (const point of points)
    for (const name of Object.keys(none) as (keyof Moments)[]) sum[name] += point[name];
  return sum;
}

/** Where an hour or a day begins by the clocks of a zone. */
function startsIn(zone: string, by: "hour" | "day"): (at: number) => number {
  const clock = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const read = (at: number) => {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return {
      day: parts.day ?? 0,
      sinceMidnight: (parts.hour ?? 0) * hourMs + (parts.minute ?? 0) * minuteMs,
    };
  };
  return (at) => {
    const { day, sinceMidnight } = read(at);
    if (by === "hour") return at - (sinceMidnight % hourMs) - (at % minuteMs);
    const guess = at - sinceMidnight - (at % minuteMs);
    // On a day on which clocks change the midnight before lies an hour nearer or farther than the clock says.
    const isMidnight = (start: number) => read(start).day === day && read(start).sinceMidnight === 0;
    return [guess, guess + hourMs, guess - hourMs].find(isMidnight) ?? guess;
  };
}
