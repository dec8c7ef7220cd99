import { dayMs } from "../../../../../contract/limits/units.ts";
import { momentsHere } from "../../../../_data/momentsHere.ts";

/** The zones that this browser knows, with the one in use among them. */
export function allZones(current: string): string[] {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  return [...new Set([current, "UTC", ...known])].sort((a, b) => a.localeCompare(b, "en"));
}

/** The zone of whoever sits here. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "Europe/Oslo" as people write it. */
export function zoneWords(zone: string): string {
  return zone.replaceAll("_", " ");
}

/** What the clock shows there now, and how far that is from UTC: "19:04, GMT+1". */
export function zoneClock(zone: string, at: number): string {
  const clock = { timeZone: zone, hour: "numeric", minute: "2-digit" } as const;
  const parts = momentsHere({ ...clock, timeZoneName: "shortOffset" }).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return `${momentsHere(clock).format(at)}, ${offset}`;
}

/** The wall clock there as a start is written: "2026-11-24T09:00". */
export function wallTime(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`;
}

/** Tomorrow at nine, as the wall clock there has it. */
export function tomorrowMorning(zone: string, now: number): string {
  return `${wallTime(zone, now + dayMs).slice(0, 10)}T09:00`;
}

/** A wall time in words: "Tue, Nov 24, 9:00 AM". It is no instant, so no zone has a say in it. */
export function wallWords(startAt: string): string {
  const at = Date.parse(`${startAt}:00Z`);
  if (Number.isNaN(at)) return startAt;
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  return momentsHere({ ...day, hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(at);
}
