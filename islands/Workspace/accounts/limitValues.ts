import { budgetLimits } from "../../../contract/limits/sending.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { AccountTexts } from "../../../contract/texts/workspace/accounts.ts";

import type { ShownField } from "../shell/useCrossedEdits.ts";

/** In the order of the form. */
const limitNames = ["perDay", "perMinute", "gapSeconds", "connections", "rampPerDay"] as const;

/** The limits as typed; empty means no limit. */
export type LimitValues = Record<(typeof limitNames)[number], string>;

const secondMs = 1_000;

const countsMax = {
  perDay: budgetLimits.perDayMax,
  perMinute: budgetLimits.perMinuteMax,
  connections: budgetLimits.connectionsMax,
  rampPerDay: budgetLimits.perDayMax,
};

export function limitDefaults({
  perDay,
  perMinute,
  gapMs,
  connections,
  rampPerDay,
}: Credential): LimitValues {
  const text = (value: number | null) => (value === null ? "" : String(value));
  return {
    perDay: text(perDay),
    perMinute: text(perMinute),
    gapSeconds: gapMs === 0 ? "" : String(gapMs / secondMs),
    connections: text(connections),
    rampPerDay: text(rampPerDay),
  };
}

/** As they are read in the form. */
export function shownLimits(values: LimitValues, { limitForm }: AccountTexts): ShownField[] {
  const labels: Record<keyof LimitValues, string> = {
    perDay: limitForm.perDay,
    perMinute: limitForm.perMinute,
    gapSeconds: limitForm.gap,
    connections: limitForm.connections,
    rampPerDay: limitForm.ramp,
  };
  return limitNames.map((name) => ({ name, label: labels[name], value: values[name] }));
}

/** What is wrong with each field and how to correct it, from top to bottom. */
export function limitFaults(
  values: LimitValues,
  texts: AccountTexts,
): { field: keyof LimitValues; message: string }[] {
  return limitNames.flatMap((field) => {
    const message = limitFault(field, values[field], texts);
    return message === undefined ? [] : [{ field, message }];
  });
}

function limitFault(name: keyof LimitValues, text: string, texts: AccountTexts): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (name === "gapSeconds") {
    const mostSeconds = budgetLimits.gapMaxMs / secondMs;
    const seconds = secondsIn(trimmed);
    return seconds >= 0 && seconds <= mostSeconds ? undefined : texts.faults.seconds(mostSeconds);
  }
  const countMax = countsMax[name];
  const isCount = /^\d+$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= countMax;
  return isCount ? undefined : texts.faults.count(countMax);
}

/** "1,5" is one and a half, "1,800" eighteen hundred: nobody writes a pause in thousandths behind a comma. */
function secondsIn(text: string): number {
  return Number(/^[1-9]\d{0,2},\d{3}$/.test(text) ? text.replace(",", "") : text.replace(",", "."));
}

/** Those that were typed over, as they are saved. */
export function changedLimits(values: LimitValues, opened: LimitValues) {
  const isChanged = (name: keyof LimitValues) => values[name] !== opened[name];
  const count = (name: keyof LimitValues) => {
    const text = values[name].trim();
    return isChanged(name) ? (text === "" ? null : Number(text)) : undefined;
  };
  const seconds = secondsIn(values.gapSeconds.trim());
  return {
    perDay: count("perDay"),
    perMinute: count("perMinute"),
    gapMs: isChanged("gapSeconds") ? Math.round(seconds * secondMs) : undefined,
    connections: count("connections"),
    rampPerDay: count("rampPerDay"),
  };
}
