import { awaitsJoiners, forecastWords } from "../../contract/campaigns/forecastWords.ts";
import { subjectSent } from "../../contract/campaigns/subjectSent.ts";
import { restShare } from "../../contract/campaigns/usualTest.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/limits/units.ts";
import { withFallbacks } from "../../contract/mergeFields.ts";
import type { CampaignPlan, CampaignReview } from "../../contract/schemas/campaignPlan.ts";
import { forecastTexts } from "../../contract/texts/forecast.ts";
import { type CampaignTexts, campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import type { Output } from "../output.ts";
import { wallTimeOf } from "./startMoment.ts";

/** A campaign as it was composed, without its audience: the review tells whom it will be sent to. */
export type ShownPlan = Omit<CampaignPlan, "audience">;

/** What a start would do, in lines to read before saying yes. */
export function reviewLines(plan: ShownPlan, review: CampaignReview, output: Output): string[] {
  const texts = output.texts(campaignTexts);
  const { audience, forecast } = review;
  const { zone, zoneField, window, startAt, spread } = plan;
  const previewed = plan.kind === "once" ? plan.mails.flatMap(({ preview }) => preview || []) : [];
  return [
    texts.review.to(audience),
    ...audience.left.map(({ count, cause, reason }) =>
      texts.review.leftOut({ count, why: output.words(cause, reason) }),
    ),
    ...(forecast.accounts.length > 0 ? [texts.show.from(forecast.accounts.map(({ from }) => from))] : []),
    ...mailLines(plan, texts),
    ...testLines(plan, texts),
    ...previewed.map((preview) => texts.review.preview(withFallbacks(preview))),
    ...(startAt === null ? [] : [texts.review.starts({ time: wallTimeText(startAt), zone })]),
    ...(window === null
      ? []
      : [texts.review.window({ ...window, zone, byLead: zoneField !== null, isSpread: spread === "even" })]),
    ...(forecast.text === "" || awaitsJoiners(review)
      ? []
      : [texts.review.forecast(forecastText(plan, forecast, output))]),
    ...(plan.holdSeconds > 0 && startAt === null ? [texts.review.undo(plan.holdSeconds)] : []),
  ];
}

/** By the campaign's clock, as its hours are; that is named where it is not this machine's, by which progress is told. */
function forecastText(
  { steps, zone }: ShownPlan,
  forecast: CampaignReview["forecast"],
  { terminal, texts }: Output,
): string {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const suffix = zone === here ? "" : ` (${zone})`;
  return forecastWords(forecast, {
    texts: texts(forecastTexts),
    mails: steps.length,
    now: terminal.now(),
    dayOf: (at) => wallTimeOf(at, zone).slice(0, "2026-11-24".length),
    clockOf: (at) => `${wallTimeOf(at, zone).slice("2026-11-24T".length)}${suffix}`,
  });
}

/** A wall-clock time for people: "2026-11-24 09:00". */
export function wallTimeText(wallTime: string): string {
  return wallTime.replace("T", " ");
}

/** What prevents the start, and what should be checked before it, each without repetitions. */
export function reviewChecks({ checks, audience }: CampaignReview, { words }: Output) {
  const said = (stops: boolean) =>
    checks.filter((check) => check.stops === stops).map(({ cause, reason }) => words(cause, reason));
  const broken = audience.broken.map(({ cause, reason }) => words(cause, reason));
  return { stops: [...new Set(said(true))], warnings: [...new Set([...broken, ...said(false)])] };
}

/**
 * The mails of a campaign in order: the subject, the delay after the mail before, and the condition on its recipients.
 * `goneAs` has the subjects of those, by variant, that went with another one than is written by now.
 */
export function mailLines(
  { kind, steps, mails }: Pick<ShownPlan, "kind" | "steps" | "mails">,
  texts: CampaignTexts,
  goneAs: ReadonlyMap<string, string> = new Map(),
): string[] {
  const subjectOf = (variantId = "") =>
    withFallbacks(goneAs.get(variantId) ?? subjectSent({ steps, mails }, variantId));
  if (kind === "once") return steps[0]?.variants.map(({ id }) => texts.show.subject(subjectOf(id))) ?? [];
  return steps.map(({ variants, delayMinutes, condition, sameThread }, index) =>
    texts.review.mail({
      number: index + 1,
      subject: subjectOf(variants[0]?.id),
      after: delayMinutes === 0 ? null : delayText(delayMinutes, texts),
      variants: variants.length,
      condition: index === 0 ? { kind: "always" } : condition,
      sameThread: index > 0 && sameThread,
    }),
  );
}

/** How the better of a mail's variants is found, for each that has several. */
function testLines({ kind, steps }: Pick<ShownPlan, "kind" | "steps">, texts: CampaignTexts): string[] {
  return steps.flatMap(({ variants, test }, index) => {
    const [first] = variants;
    if (test === null || first === undefined) return [];
    const mail = kind === "once" ? null : index + 1;
    const after = delayText(test.afterMinutes, texts);
    return [
      texts.review.test({ mail, share: first.share, rest: restShare({ variants }), after, by: test.by }),
    ];
  });
}

function delayText(minutes: number, { review }: CampaignTexts): string {
  const ms = minutes * minuteMs;
  if (ms % dayMs === 0) return review.days(ms / dayMs);
  return ms % hourMs === 0 ? review.hours(ms / hourMs) : review.minutes(minutes);
}
