import { createHash } from "node:crypto";
import type { WinnerRule } from "../../../contract/campaigns/usualTest.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";

/** Shares are told apart to a hundredth of a percent. */
const places = 10_000;

/**
 * Which variant of a step a lead gets; null where it waits for the better one. It is a hash, so that it can be told again,
 * and one step's sample is not the next one's.
 */
export function variantFor(
  step: CampaignStep,
  { planId, leadId }: { planId: string; leadId: string },
): string | null {
  const [first] = step.variants;
  if (step.variants.length === 1) return first?.id ?? null;
  if (step.test?.winner) return step.test.winner;
  const hash = createHash("sha256").update(`${planId} ${step.id} ${leadId}`).digest();
  let place = hash.readUInt32BE(0) % places;
  for (const { id, share } of step.variants) {
    place -= (share * places) / 100;
    if (place < 0) return id;
  }
  return null;
}

/** What came of a variant: mails that were sent, and people who opened them, followed a link or replied. */
export type Tried = { variantId: string; sent: number; opened: number; clicked: number; replied: number };
export type Verdict = { winner: string } | { undecided: "tie" | "too few" };

/** Which variant did better, by the share of people who did what counts. */
export function winnerOf(by: Exclude<WinnerRule, "person">, tried: readonly Tried[]): Verdict {
  if (tried.some(({ sent }) => sent < campaignLimits.testLeadsMin)) return { undecided: "too few" };
  const counted = { clicks: "clicked", opens: "opened", replies: "replied" } as const;
  const count = (one: Tried) => one[counted[by]];
  // Whole numbers are compared, so that equal shares are equal.
  const ranked = tried.toSorted((a, b) => count(b) * a.sent - count(a) * b.sent);
  const [first, second] = ranked;
  if (first === undefined) return { undecided: "too few" };
  if (second !== undefined && count(first) * second.sent === count(second) * first.sent)
    return { undecided: "tie" };
  return { winner: first.variantId };
}
