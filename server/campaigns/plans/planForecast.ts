import { restShare } from "../../../contract/campaigns/usualTest.ts";
import { dayMs, minuteMs } from "../../../contract/limits/units.ts";
import type { CampaignReview, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import { closesAt, isOpen, nextOpening } from "../../sending/windows/sendWindow.ts";
import { sendForecast, sendPace } from "../sendForecast.ts";
import { accountText } from "./campaignAnswer.ts";
import { shares } from "./sharedOut.ts";

type Forecast = Omit<CampaignReview["forecast"], "text" | "days">;

/** What an account has sent in its last 24 hours and in its last minute, beside its limits. */
type AccountUsage = {
  account: CredentialRow;
  sentToday: number;
  sentThisMinute?: number;
  /** When so many of those, the oldest first, count no more; null where that is not known. */
  freesAt?: (count: number) => number | null;
};

/** Stretches of an open window that a forecast looks through: beyond it, nobody can tell. */
const stretchesMax = 1_000;

/**
 * When the first step of a campaign is done, about: other sends may use the same accounts. Each account begins as its
 * window opens, and goes on only while it is open.
 */
export function planForecast(of: {
  content: PlanContent;
  usages: readonly AccountUsage[];
  recipients: number;
  /** How many of them have which zone, where mails go by their own; the others have the campaign's. */
  zones?: ReadonlyMap<string, number>;
  /** When it starts. */
  startAt: number;
}): Forecast {
  const { usages, recipients, startAt } = of;
  const looked = usages.map(({ account, sentToday, sentThisMinute = 0, freesAt = () => null }) => {
    const asked = { count: recipients, sentToday, now: startAt };
    const { leftToday } = sendForecast(account, asked);
    return { account, sentToday, sentThisMinute, freesAt, leftToday };
  });
  const counts = shares(
    recipients,
    looked.map(({ account, leftToday }) => ({ leftToday, perDay: account.perDay })),
  );
  const openings = openingsOf(of);
  const firstMailAt = openings?.[0]?.opensAt ?? null;
  const accounts = looked.map(({ account, sentToday, sentThisMinute, freesAt, leftToday }, index) => {
    const count = counts[index] ?? 0;
    const lastMailAt =
      count === 0 || openings === null
        ? null
        : lastOverZones(openings, count, (mails, at) =>
            sendPace(account, {
              count: mails.now,
              now: at,
              sentToday: at - startAt < dayMs ? sentToday + mails.before : 0,
              sentThisMinute: at - startAt < minuteMs ? sentThisMinute : 0,
              freesIn: (freed) => Math.max(0, (freesAt(freed) ?? at + dayMs) - at),
            }),
          );
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
  // What its hours and its test take is no account's doing.
  const freely = openings === null ? null : lastOverZones(openings, recipients, () => unhurried);
  const takesLong = last !== null && freely !== null && (last.lastMailAt ?? freely) > freely;
  return {
    firstMailAt: recipients === 0 || usages.length === 0 ? null : firstMailAt,
    lastMailAt: last?.lastMailAt ?? null,
    awaitsChoice: awaitsChoice(of.content),
    limitedBy: takesLong ? last.credentialId : null,
    accounts,
  };
}

function opensFrom({ window, zone }: PlanContent, at: number): number | null {
  return window === null ? at : nextOpening(window, zone, at);
}

type Pace = Omit<ReturnType<typeof sendPace>, "leftToday">;
const unhurried: Pace = { days: 0, freesMs: 0, perMailMs: 0, lastDayMs: 0, pacedMs: 0 };
/** The pace of so many mails from then on, of which so many have gone before. */
type PaceOf = (count: { now: number; before: number }, at: number) => Pace;

/** Those of one zone: when their window opens, which part of all they are, and which part goes before them. */
type Opening = { content: PlanContent; opensAt: number; share: number; before: number };

/** The zones in the order in which their windows open; null where one of them never does. */
function openingsOf({
  content,
  recipients,
  startAt,
  zones = new Map(),
}: Parameters<typeof planForecast>[0]): Opening[] | null {
  const named = [...zones.values()].reduce((sum, count) => sum + count, 0);
  const counts = new Map(zones);
  const own = (counts.get(content.zone) ?? 0) + Math.max(0, recipients - named);
  if (own > 0 || counts.size === 0) counts.set(content.zone, own);
  const opened = [...counts].map(([zone, count]) => {
    const there = { ...content, zone };
    return { content: there, count, opensAt: opensFrom(there, startAt) };
  });
  const sorted = opened
    .flatMap(({ opensAt, ...one }) => (opensAt === null ? [] : [{ ...one, opensAt }]))
    .toSorted((a, b) => a.opensAt - b.opensAt);
  if (sorted.length < opened.length) return null;
  const of = Math.max(1, recipients);
  let gone = 0;
  return sorted.map(({ count, ...one }) => {
    const before = gone / of;
    gone += count;
    return { ...one, share: sorted.length === 1 ? 1 : count / of, before };
  });
}

/** When the last of the zones is done; those that open earlier have used up an account's day before. */
function lastOverZones(openings: readonly Opening[], recipients: number, paceOf: PaceOf): number | null {
  let latest = 0;
  for (const { content, opensAt, share, before } of openings) {
    const earlier = Math.round(recipients * before);
    const asked = { count: Math.ceil(recipients * share), from: opensAt };
    const last = lastMailOf(content, asked, (mails, at) =>
      paceOf({ now: mails.now, before: mails.before + earlier }, at),
    );
    if (last === null) return null;
    latest = Math.max(latest, last);
  }
  return latest;
}

/** Whether the rest of the first mail's test goes when a person has chosen, which may be at any time. */
function awaitsChoice({ steps: [first] }: PlanContent): boolean {
  return first?.test?.by === "person" && first.variants.length > 1 && restShare(first) > 0;
}

/**
 * The rest of a test goes once its time is over: of one mail after the last of its sample, of a sequence after the first. Where
 * a person chooses it is that of the sample.
 */
function lastMailOf(
  content: PlanContent,
  { count, from }: { count: number; from: number },
  paceOf: PaceOf,
): number | null {
  const [first] = content.steps;
  const sampled = first?.variants.reduce((sum, { share }) => sum + share, 0) ?? 100;
  const sample = Math.round((count * Math.min(100, sampled)) / 100);
  if (!first?.test || sample >= count) return lastOf(content, from, paceOf({ now: count, before: 0 }, from));
  const sampleAt = lastOf(content, from, paceOf({ now: sample, before: 0 }, from));
  if (sampleAt === null || awaitsChoice(content)) return sampleAt;
  const begun = content.kind === "once" ? sampleAt : from;
  const restAt = opensFrom(content, begun + first.test.afterMinutes * minuteMs);
  if (restAt === null) return null;
  const restLastAt = lastOf(content, restAt, paceOf({ now: count - sample, before: sample }, restAt));
  return restLastAt === null ? null : Math.max(sampleAt, restLastAt);
}

/** A daily limit lets the rest go a day later each, once it opens then; the pace of mails counts while it is open. */
function lastOf(
  content: PlanContent,
  from: number,
  { days, freesMs, perMailMs, lastDayMs, pacedMs }: Pace,
): number | null {
  let dayAt: number | null = days > stretchesMax ? null : from;
  for (let day = 0; day < days && dayAt !== null; day++) dayAt = opensFrom(content, dayAt + dayMs);
  const pacedAt = after(content, from, { takesMs: pacedMs, perMailMs });
  const freedAt = dayAt === null ? null : opensFrom(content, dayAt + freesMs);
  const lastDayAt = dayAt === null ? null : after(content, dayAt, { takesMs: lastDayMs, perMailMs });
  if (freedAt === null || lastDayAt === null || pacedAt === null) return null;
  const at = Math.max(freedAt, lastDayAt, pacedAt);
  const { window, zone, spread } = content;
  // Spread over its hours, the last of a day goes as they end.
  const goesOn = window !== null && spread === "even" && isOpen(window, zone, at);
  return goesOn ? (closesAt(window, zone, at) ?? at) : at;
}

/**
 * So much time later, of which only that counts in which the window is open; null where that is too far ahead to tell. The
 * wait of a mail that the window closes in is over when it opens again, however much of it was left.
 */
function after(
  { window, zone }: PlanContent,
  from: number,
  { takesMs, perMailMs }: { takesMs: number; perMailMs: number },
): number | null {
  if (window === null) return from + takesMs;
  let at = from;
  let left = takesMs;
  for (let count = 0; count < stretchesMax; count++) {
    const closes = closesAt(window, zone, at);
    if (closes === null) return at + left;
    const opened = closes - at;
    const takes = perMailMs === 0 ? opened : Math.ceil(opened / perMailMs) * perMailMs;
    if (left <= takes) return Math.min(at + left, closes);
    left -= takes;
    const opens = nextOpening(window, zone, closes);
    if (opens === null) return null;
    at = opens;
  }
  return null;
}
