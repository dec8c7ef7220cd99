import { keepPreviousData } from "@tanstack/react-query";
import { screenLimits } from "../../../../../contract/limits/screen.ts";
import type {
  AskedRules,
  CampaignPlan,
  LeftOutInput,
  PlanAudience,
} from "../../../../../contract/schemas/campaignPlan.ts";
import type { PreviewInput } from "../../../../../contract/schemas/preflight.ts";
import { asks, queries, question } from "../../../../_data/queries.ts";
import { planFrom } from "./planFrom.ts";

/** The queries of the composing page, besides the shared ones. */
export const composingQuestions = {
  plan: (id: string) =>
    question(
      ["composing", id, "plan"],
      async (asked) => planFrom(await asks("GET /amplify/campaigns/{id}/plan", { params: { id } })(asked)),
      // The draft that is begun with it goes on by itself; a later visit begins with what was saved last.
      { gcTime: 0 },
    ),
  /** The same as others leave it: loaded again whenever a campaign changes, here or elsewhere. */
  seen: (opened: CampaignPlan) =>
    question(
      ["campaigns", opened._id, "composed"],
      async (asked) =>
        planFrom(await asks("GET /amplify/campaigns/{id}/plan", { params: { id: opened._id } })(asked)),
      { gcTime: 0, staleTime: screenLimits.dataFreshMs, initialData: opened },
    ),
  audience: (audience: PlanAudience) =>
    question(["reviews", "audience", audience], asks("POST /amplify/campaigns/audience", { body: audience })),
  leftOut: (input: LeftOutInput) =>
    question(["reviews", "left", input], asks("POST /amplify/campaigns/audience/left", { body: input }), {
      gcTime: 0,
    }),
  /** How far its leads have come; loaded again with each version, since a change moves them. */
  standing: (id: string, version: number) => ({
    ...question(
      ["composing", id, "standing", version],
      asks("GET /amplify/campaigns/{id}/standing", { params: { id } }),
      { gcTime: 0 },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: screenLimits.insightLookMs,
  }),
  /** `state` is what it rests on: another review with each save. */
  review: (id: string, state: string) =>
    question(["reviews", id, state], asks("GET /amplify/campaigns/{id}/review", { params: { id } })),
  /** What is to be said of other rules than are saved, before they are. */
  rules: (id: string, { state, asked }: { state: string; asked: AskedRules }) => ({
    ...question(
      ["reviews", id, "rules", state, asked],
      asks("POST /amplify/campaigns/{id}/review", { params: { id }, body: asked }),
      { gcTime: 0 },
    ),
    placeholderData: keepPreviousData,
  }),
  preview: (body: PreviewInput) => queries.preview(body),
};
