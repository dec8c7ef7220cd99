import { dayMs, hourMs, minuteMs, secondMs } from "../../contract/limits/units.ts";

/** How far a clock was set, for the log and for people: "2 hours ahead", "400 days back". */
export function stepText(byMs: number): string {
  return `${spanText(Math.abs(byMs))} ${byMs < 0 ? "back" : "ahead"}`;
}

/** A span in its largest unit: "2 hours". */
export function spanText(ms: number): string {
  const units = [
    { name: "day", unitMs: dayMs },
    { name: "hour", unitMs: hourMs },
    { name: "minute", unitMs: minuteMs },
  ];
  // A day less a few milliseconds is a day.
  const wholeMs = Math.round(ms / secondMs) * secondMs;
  const { name, unitMs } = units.find((unit) => wholeMs >= unit.unitMs) ?? {
    name: "second",
    unitMs: secondMs,
  };
  const count = Math.round(wholeMs / unitMs);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
