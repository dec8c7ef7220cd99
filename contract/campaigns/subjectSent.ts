import type { CampaignPlan } from "../schemas/campaignPlan.ts";
import { answerSubject } from "../sending/answerSubject.ts";

/** The subject that a mail goes out with: an answer has "Re: " before its own, or before that of the mail that it answers. */
export function subjectSent(
  { steps, mails }: Pick<CampaignPlan, "steps" | "mails">,
  variantId: string,
): string {
  const own = mails.find((mail) => mail.variantId === variantId)?.subject ?? "";
  const at = steps.findIndex(({ variants }) => variants.some(({ id }) => id === variantId));
  if (at < 1 || !steps[at]?.sameThread) return own;
  const [before] = steps[at - 1]?.variants ?? [];
  const said = own.trim() === "" && before !== undefined ? subjectSent({ steps, mails }, before.id) : own;
  return said === "" ? "" : answerSubject(said);
}
