import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { isChosen } from "./audience.ts";
import type { Draft } from "./draftSaver.ts";
import type { MailPlace } from "./useDraft.ts";

type Check = CampaignReview["checks"][number];

/** The checks of the last save, without those that were resolved since. */
export function currentChecks(checks: readonly Check[], draft: Draft): Check[] {
  return checks.filter((check) => !isMended(check, draft));
}

/** Merges checks that say the same about several mails. */
export function alike(checks: readonly Check[]): [Check, ...Check[]][] {
  const groups = Map.groupBy(checks, ({ stops, part, reason }) => `${stops} ${part} ${reason}`);
  return [...groups.values()] as [Check, ...Check[]][];
}

/** Where in its mail a check is put right. A merge field or another product's may stand in the subject as well. */
export function placeInMail({ cause }: Check): MailPlace {
  if (cause.code === "check_content_missing") return "content";
  if (cause.code !== "check_mail") return "line";
  const kind = String(cause.params.kind);
  return kind === "unknownFields" || kind === "foreignTags" ? "line" : "content";
}

function isMended({ cause: { code }, variantId }: Check, { plan, mails }: Draft): boolean {
  const line = plan.mails.find((mail) => mail.variantId === variantId);
  switch (code) {
    case "check_audience_missing":
      return isChosen(plan);
    case "check_account_missing":
      return plan.accounts.length > 0;
    case "check_subject_missing":
      return (line?.subject.trim() ?? "") !== "";
    case "check_content_missing":
      return (line?.bytes ?? 0) > 0 || (mails.get(variantId ?? "")?.html ?? "") !== "";
    default:
      return false;
  }
}
