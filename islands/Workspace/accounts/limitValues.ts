import { budgetLimits } from "../../../contract/limits/sending.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { AccountTexts } from "../../../contract/texts/workspace/accounts.ts";

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
    const seconds = Number(trimmed.replace(",", "."));
    return seconds >= 0 && seconds <= mostSeconds ? undefined : texts.faults.seconds(mostSeconds);
  }
  const countMax = countsMax[name];
  const isCount = /^\d+$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= countMax;
  return isCount ? undefined : texts.faults.count(countMax);
}

export function limitsWire({ perDay, perMinute, gapSeconds, connections, rampPerDay }: LimitValues) {
  const count = (text: string) => (text.trim() === "" ? null : Number(text));
  return {
    perDay: count(perDay),
    perMinute: count(perMinute),
    gapMs: Math.round(Number(gapSeconds.trim().replace(",", ".")) * secondMs),
    connections: count(connections),
    rampPerDay: count(rampPerDay),
  };
}
