import { usualShare, usualTest, type WinnerRule } from "../../contract/campaigns/usualTest.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/limits/units.ts";
import type { CampaignStep } from "../../contract/schemas/campaignPlan.ts";

/** How the better of several variants is found: by what, after how long, and in how many of a hundred leads each is tried. */
export type Trial = {
  share?: number | undefined;
  by?: WinnerRule | undefined;
  afterMinutes?: number | undefined;
};

/** What a step has of so many variants of its mail; the first one's id may be there already. A single one is everybody's. */
export function variantsOf(
  count: number,
  { share, by, afterMinutes }: Trial,
  firstId: string = crypto.randomUUID(),
): Pick<CampaignStep, "variants" | "test"> {
  if (count === 1) return { variants: [{ id: firstId, share: 100 }], test: null };
  const each = share ?? usualShare(count);
  return {
    variants: Array.from({ length: count }, (_, index) => ({
      id: index === 0 ? firstId : crypto.randomUUID(),
      share: each,
    })),
    test: { by: by ?? usualTest.by, afterMinutes: afterMinutes ?? usualTest.afterMinutes },
  };
}

const minutesIn: Readonly<Record<string, number>> = {
  minute: 1,
  hour: hourMs / minuteMs,
  day: dayMs / minuteMs,
  week: (7 * dayMs) / minuteMs,
};

/** "3 days" or "2 hours" as minutes; null for what is none of these. */
export function minutesOf(text: string): number | null {
  const [, count, unit = ""] = /^(\d{1,6}) (minute|hour|day|week)s?$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (minutesIn[unit] ?? 1);
}
