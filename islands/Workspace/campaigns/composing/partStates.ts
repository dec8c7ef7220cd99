import { useState } from "react";
import { awaitsJoiners } from "../../../../contract/campaigns/forecastWords.ts";
import type { AudienceCount, CampaignReview } from "../../../../contract/schemas/campaignPlan.ts";
import { type ComposingTexts, composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../_data/queries.ts";
import { type Loaded, useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import type { MergeTag } from "../../design/engine/settings/mergeTags.ts";
import { useMergeTags } from "../../design/engine/settings/useMergeTags.ts";
import { isChosen, namesSomebody } from "./draft/audience.ts";
import { alike, currentChecks } from "./draft/currentChecks.ts";
import type { Draft } from "./draft/draftSaver.ts";
import type { PartName } from "./draft/useDraft.ts";
import { delayOf, sentSubject } from "./what/steps.ts";
import { useForecastText } from "./when/useForecastText.ts";
import { wallWords, zoneWords } from "./when/zones.ts";
import { useCollectionNames } from "./whom/useNames.ts";
import { useSegmentNames } from "./whom/useSegmentNames.ts";

export type PartState = {
  /** Empty, complete, or with something that prevents the start. */
  state: "empty" | "ready" | "needs";
  /** A summary in a sentence or two. */
  summary: string;
};
type Plan = Draft["plan"];
type Check = CampaignReview["checks"][number];

/** The state and summary of each part. */
export function usePartStates(
  draft: Draft,
  looked: Loaded<CampaignReview | null>,
): Record<PartName, PartState> {
  const texts = useTexts(composingTexts);
  const words = useWords();
  const tags = useMergeTags();
  const { plan } = draft;
  const review = looked.value;
  const counted = useCounted(draft, looked);
  const stops = (part: Check["part"]) =>
    currentChecks(review?.checks ?? [], draft)
      .filter((check) => check.stops && check.part === part)
      .map(({ cause, reason }) => words(cause, reason));
  const states = {
    whom: stateOf(isChosen(plan), stops("whom"), useWhomSummary(plan, counted)),
    what: stateOf(
      plan.mails.some(({ subject, bytes }) => subject !== "" || bytes > 0),
      stops("what"),
      whatSummary(plan, texts, tags),
    ),
    when: stateOf(plan.accounts.length > 0, stops("when"), useWhenSummary(plan, review)),
  };
  const missing = Object.values(states).filter(({ state }) => state !== "ready").length;
  const worth = alike(review?.checks ?? []).filter(([{ stops: isStop }]) => !isStop).length;
  const { notYet, looking, notLooked, review: all } = texts.summary;
  const unknown = looked.state === "failed" ? notLooked : looking;
  // A campaign that has begun needs no review.
  const said = review === undefined ? unknown : all(worth);
  return {
    ...states,
    review: {
      state: missing > 0 || review === undefined ? "empty" : "ready",
      summary: missing > 0 ? notYet(missing) : said,
    },
  };
}

/** How many the audience reaches, once it was counted as it is now: what it was before is not told of another one. */
function useCounted(
  { plan, save }: Draft,
  { value, refreshing }: Loaded<CampaignReview | null>,
): AudienceCount | null {
  const audience = JSON.stringify(plan.audience);
  const [known, setKnown] = useState<{ audience: string; counted: AudienceCount } | null>(null);
  const counted = value?.audience;
  const isCurrent = save === "saved" && !refreshing && counted !== undefined;
  if (isCurrent && (known?.audience !== audience || known.counted !== counted))
    setKnown({ audience, counted });
  return known?.audience === audience ? known.counted : null;
}

/** While nothing is chosen, missing values are not errors. */
function stateOf(isBegun: boolean, stops: readonly string[], summary: string): PartState {
  if (!isBegun) return { state: "empty", summary };
  const [first] = stops;
  return first === undefined
    ? { state: "ready", summary }
    : { state: "needs", summary: [...new Set(stops)].map(asSentence).join(" ") };
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function useWhomSummary(plan: Plan, counted: AudienceCount | null): string {
  const texts = useTexts(composingTexts);
  const collections = useCollectionNames();
  const segments = useSegmentNames();
  const { audience } = plan;
  if (!namesSomebody(audience)) return isChosen(plan) ? texts.summary.sentTo : texts.summary.noAudience;
  const names = [
    ...audience.collections.map(collections.nameOf),
    ...audience.segments.map(segments.nameOf),
    ...(audience.leads.length === 0 ? [] : [texts.summary.picked(audience.leads.length)]),
    ...(audience.after === null ? [] : [texts.summary.after[audience.after.unless]]),
  ];
  return texts.summary.whom({
    everyone: audience.everyone,
    names,
    recipients: counted?.recipients ?? null,
    left: counted?.left.reduce((sum, { count }) => sum + count, 0) ?? 0,
  });
}

function whatSummary(plan: Plan, texts: ComposingTexts, tags: readonly MergeTag[]): string {
  const nameOf = (field: string) => tags.find((tag) => tag.field === field)?.name ?? field;
  return plan.steps
    .map(({ variants, delayMinutes }, at) => {
      const subject = sentSubject(plan, variants[0]?.id ?? "");
      return texts.summary.mail({
        subject: subject.replaceAll(/\{\{\s*(\w+)[^{}]*\}\}/g, (_, field: string) => `{${nameOf(field)}}`),
        isFirst: at === 0,
        delay: at === 0 ? null : delayOf(delayMinutes),
        variants: variants.length,
      });
    })
    .join(" ");
}

function useWhenSummary(plan: Plan, review: CampaignReview | null | undefined): string {
  const texts = useTexts(composingTexts);
  const credentials = useLoad(queries.credentials());
  const forecastOf = useForecastText(plan);
  const senders = plan.accounts.map((id) => credentials.value?.find(({ _id }) => _id === id)?.sender ?? "");
  return texts.summary.when({
    senders: senders.filter(Boolean).map((sender) => sender.replace(/\s*<.*$/, "") || sender),
    start: plan.startAt === null ? null : wallWords(plan.startAt),
    // One that was cancelled may have been so before it began.
    hasBegun: ["running", "paused", "finished"].includes(plan.state),
    zone: zoneWords(plan.zone),
    window: plan.window,
    byLead: plan.zoneField !== null,
    // Without an audience it is not an error that nothing can be sent.
    forecast:
      review && plan.accounts.length > 0 && namesSomebody(plan.audience) && !awaitsJoiners(review)
        ? forecastOf(review.forecast)
        : "",
  });
}
