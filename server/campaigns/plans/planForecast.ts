import { dayMs } from "../../../contract/limits/units.ts";
import type { CampaignReview, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import { closesAt, nextOpening } from "../../sending/windows/sendWindow.ts";
import { sendForecast, sendPace } from "../sendForecast.ts";
import { accountText } from "./campaignAnswer.ts";
import { shares } from "./sharedOut.ts";

type Forecast = Omit<CampaignReview["forecast"], "text" | "days">;

/** What an account has sent in its last 24 hours, beside its limits. */
export type AccountRoom = { account: CredentialRow; sentToday: number };

/** Stretches of an open window that a forecast looks through: beyond it, nobody can tell. */
const stretchesMax = 1_000;

/**
 * When the first step of a campaign is done, about: other sends may use the same accounts. Each account begins as its
 * window opens, and goes on only while it is open.
 */
export function planForecast(of: {
  content: PlanContent;
  rooms: readonly AccountRoom[];
  recipients: number;
  /** When it starts. */
  startAt: number;
}): Forecast {
  const { content, rooms, recipients, startAt } = of;
  const looked = rooms.map(({ account, sentToday }) => {
    const asked = { count: recipients, sentToday, now: startAt };
    return { account, sentToday, leftToday: sendForecast(account, asked).leftToday };
  });
  const counts = shares(
    recipients,
    looked.map(({ account, leftToday }) => ({ leftToday, perDay: account.perDay })),
  );
  const firstMailAt = opensFrom(content, startAt);
  const accounts = looked.map(({ account, sentToday, leftToday }, index) => {
    const count = counts[index] ?? 0;
    const pace = sendPace(account, { count, sentToday, now: startAt });
    const lastMailAt = count === 0 || firstMailAt === null ? null : lastOf(content, firstMailAt, pace);
    const from = accountText(account);
    return {
      credentialId: account.id,
      from,
      provider: account.provider,
      recipients: count,
      leftToday,
      lastMailAt,
    };
  });
  const last = accounts.reduce<(typeof accounts)[number] | null>(
    (latest, one) => ((one.lastMailAt ?? -1) > (latest?.lastMailAt ?? -1) ? one : latest),
    null,
  );
  const takesLong = last !== null && last.lastMailAt !== firstMailAt;
  return {
    firstMailAt: recipients === 0 || rooms.length === 0 ? null : firstMailAt,
    lastMailAt: last?.lastMailAt ?? null,
    limitedBy: takesLong ? last.credentialId : null,
    accounts,
  };
}

function opensFrom({ window, zone }: PlanContent, at: number): number | null {
  return window === null ? at : nextOpening(window, zone, at);
}

/** A daily limit lets the rest go a day later each, once it opens then; the pace of mails counts while it is open. */
function lastOf(
  content: PlanContent,
  from: number,
  { days, pacedMs }: { days: number; pacedMs: number },
): number | null {
  let dayAt: number | null = days > stretchesMax ? null : from;
  for (let day = 0; day < days && dayAt !== null; day++) dayAt = opensFrom(content, dayAt + dayMs);
  const pacedAt = after(content, from, pacedMs);
  return dayAt === null || pacedAt === null ? null : Math.max(dayAt, pacedAt);
}

/** So much time later, of which only that counts in which the window is open; null where that is too far ahead to tell. */
function after({ window, zone }: PlanContent, from: number, takesMs: number): number | null {
  if (window === null) return from + takesMs;
  let at = from;
  let left = takesMs;
  for (let count = 0; count < stretchesMax; count++) {
    const closes = closesAt(window, zone, at);
    if (closes === null || at + left <= closes) return at + left;
    left -= closes - at;
    const opens = nextOpening(window, zone, closes);
    if (opens === null) return null;
    at = opens;
  }
  return null;
}
