import { dayMs, hourMs, minuteMs, secondMs } from "../../contract/limits/units.ts";
import { clockTexts } from "../../contract/texts/clock.ts";
import { inTexts } from "./inWords.ts";

const units = [
  { unit: "day", unitMs: dayMs },
  { unit: "hour", unitMs: hourMs },
  { unit: "minute", unitMs: minuteMs },
] as const;

/** How far a clock was set, for the log and for people: "2 hours ahead", "400 days back". */
export function stepText(byMs: number): string {
  return inTexts(clockTexts).step({ span: spanText(Math.abs(byMs)), isBack: byMs < 0 });
}

/** A span in its largest unit: "2 hours". */
export function spanText(ms: number): string {
  // A day less a few milliseconds is a day.
  const wholeMs = Math.round(ms / secondMs) * secondMs;
  const { unit, unitMs } = units.find((one) => wholeMs >= one.unitMs) ?? { unit: "second", unitMs: secondMs };
  return inTexts(clockTexts).span({ unit, count: Math.round(wholeMs / unitMs) });
}
