import { dayMs, minuteMs } from "../../../contract/limits/units.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { Words } from "../../../contract/sentences/sentence.ts";
import type { ProgressTexts } from "../../../contract/texts/workspace/progress.ts";
import { momentsHere } from "../../_data/momentsHere.ts";

/** Why nothing is being sent and when it continues, if that is known: "…; continues at 14:05". */
export function waitingText(
  { waiting: instead, waitingCause, nextAt }: Pick<Campaign, "waiting" | "waitingCause" | "nextAt">,
  { words, now }: { words: Words; now: number },
  texts: ProgressTexts,
): string {
  if (instead === null) return "";
  const waiting = words(waitingCause, instead);
  // Between two mails of an account with a limit there are seconds, which a time of day cannot express.
  return nextAt === null || nextAt - now < minuteMs
    ? waiting
    : texts.goesOn({ why: waiting, when: momentAhead(nextAt, now, texts) });
}

/** "at 14:05", "tomorrow at 09:00", "on Friday at 09:00", "on 3 Dec at 09:00", in the reader's time zone. */
export function momentAhead(at: number, now: number, texts: ProgressTexts): string {
  const clock = clockText(at);
  const days = Math.round((startOfDay(at) - startOfDay(now)) / dayMs);
  if (days <= 0) return texts.moment.today(clock);
  if (days === 1) return texts.moment.tomorrow(clock);
  const named = days < 7 ? ({ weekday: "long" } as const) : ({ day: "numeric", month: "short" } as const);
  return texts.moment.onDay({ day: momentsHere(named).format(at), clock });
}

/** The time of day in the reader's format. */
export function clockText(at: number): string {
  return momentsHere({ hour: "numeric", minute: "2-digit" }).format(at);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
