import type { Optout } from "../schemas/optouts.ts";
import type { OptoutsTexts } from "../texts/workspace/optouts.ts";

/** Why somebody left, in words: what they said, or that they complained; null where nobody knows. */
export function whyOptedOut(
  { reason, complainedAt }: Pick<Optout, "reason" | "complainedAt">,
  { reasons, complained }: Pick<OptoutsTexts, "reasons" | "complained">,
): string | null {
  if (reason !== null) return reasons[reason];
  return complainedAt === null ? null : complained;
}
