import { useEffect, useState } from "react";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { EmptyState } from "../../../_parts/EmptyState.tsx";
import { exactMoment } from "../when.ts";
import { Activity } from "./Activity.tsx";
import { PlannedMails } from "./PlannedMails.tsx";

const secondMs = 1000;

/** What a campaign waits for that has no mails yet. */
export function BeforeStart({ campaign }: { campaign: Campaign }) {
  const { page } = useTexts(watchingTexts);
  return (
    <>
      <EmptyState title={useTitle(campaign)}>{textOf(campaign, page)}</EmptyState>
      <PlannedMails campaign={campaign} />
      <Activity campaign={campaign} />
    </>
  );
}

function textOf(
  { state, recipients }: Campaign,
  { holding, starting, draft, noResult }: WatchingTexts["page"],
): string {
  if (state === "holding") return holding(recipients);
  if (state === "starting") return starting;
  return state === "draft" ? draft : noResult;
}

function useTitle({ state, startAt, holdUntil }: Campaign): string {
  const { page } = useTexts(watchingTexts);
  const { states } = page;
  const seconds = useSecondsUntil(state === "holding" ? holdUntil : null);
  if (state === "holding" && seconds > 0) return page.held(seconds);
  if (state === "scheduled" && startAt !== null) return states.scheduled(exactMoment(startAt));
  return state === "draft" ? states.draft : states.starting;
}

/** Counts down, by whole seconds; 0 once it is over. */
function useSecondsUntil(at: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? 0 : Math.max(0, Math.ceil((at - now) / secondMs));
}
