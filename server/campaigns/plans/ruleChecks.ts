import { leavable } from "../../../contract/campaigns/leavable.ts";
import type { CustomNames } from "../../../contract/mergeFields.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { CampaignReview, CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { TrackingChoice } from "../../../db/stores/identity/preferences.ts";
import { inSlices } from "../../core/inSlices.ts";
import { inWords } from "../../core/inWords.ts";
import { findingLinks } from "../../sending/mail/findLinks.ts";
import { accountText } from "./campaignAnswer.ts";

type Check = CampaignReview["checks"][number];
type Counted = Pick<TrackingChoice, "opens" | "clicks" | "track">;

function told(cause: Reason, part: Check["part"], stepId: string | null): Check {
  return { cause, reason: inWords(cause), part, stepId, variantId: null, stops: false };
}

/** Rules that rest on what is not counted: they hold for everybody, or for nobody, which stops no start. */
export function uncountedChecks({ kind, steps, stop }: PlanContent, counted: Counted): Check[] {
  const isAsked =
    steps.some(({ condition }, index) => index > 0 && condition.kind !== "always") || stop.onClick;
  const isOfSome = counted.track === "granted" && (counted.opens || counted.clicks);
  return [
    ...steps.flatMap((step, index) => [
      ...(index === 0 ? [] : conditionOf(step, counted)).map((cause) => told(cause, "what", step.id)),
      ...winnerOf(step, counted).map((cause) => told(cause, "what", step.id)),
    ]),
    ...(kind === "sequence" && stop.onClick && !counted.clicks
      ? [told(reason("check_stop_uncounted"), "when", null)]
      : []),
    ...(kind === "sequence" && isAsked && isOfSome
      ? [told(reason("check_counted_granted"), "when", null)]
      : []),
  ];
}

/** Stop rules that end it for nobody: replies that nobody reads, and a leaving that says nothing. */
export function stopChecks(
  { kind, steps, stop, audience }: PlanContent,
  { accounts, read }: { accounts: readonly CredentialRow[]; read: ReadonlySet<string> },
): Check[] {
  const byReplies = stop.onReply || steps.some(({ test }) => test?.by === "replies");
  const isUnseen = kind === "sequence" && stop.onLeaving && !leavable(audience);
  return [
    ...accounts
      .filter(({ id }) => byReplies && !read.has(id))
      .map((account) => told(reason("check_reply_unreadable", { from: accountText(account) }), "when", null)),
    ...(isUnseen ? [told(reason("check_leaving_unseen"), "when", null)] : []),
  ];
}

type Written = { mails: readonly PlanMailRow[]; custom: CustomNames; ownOrigin: string };

/** Mails for whoever followed a link that is in none before them, as when it was changed since: they go to nobody. */
export async function absentLinkChecks({ steps }: PlanContent, written: Written): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [index, { id, condition }] of steps.entries()) {
    if (index === 0 || condition.kind !== "clicked" || condition.link === null) continue;
    const { link } = condition;
    const before = new Set(steps.slice(0, index).flatMap(({ variants }) => variants.map((one) => one.id)));
    if (!(await hasLink(link, before, written)))
      checks.push(told(reason("check_link_absent", { link }), "what", id));
  }
  return checks;
}

async function hasLink(
  link: string,
  variantIds: ReadonlySet<string>,
  { mails, ...of }: Written,
): Promise<boolean> {
  for (const { variantId, html } of mails) {
    if (!variantIds.has(variantId)) continue;
    const found = await inSlices(findingLinks(html, of));
    if (found.some(({ url }) => url === link)) return true;
  }
  return false;
}

function conditionOf({ condition }: CampaignStep, { opens, clicks }: Counted): Reason[] {
  switch (condition.kind) {
    case "always":
      return [];
    case "notOpened":
      return opens ? [] : [reason("check_not_opened_uncounted")];
    case "notClicked":
      return clicks ? [] : [reason("check_not_clicked_uncounted")];
    case "clicked":
      return clicks ? [] : [reason("check_clicked_uncounted")];
  }
}

function winnerOf({ variants, test }: CampaignStep, { opens, clicks }: Counted): Reason[] {
  if (variants.length < 2) return [];
  if (test?.by === "opens" && !opens) return [reason("check_winner_uncounted", { by: "opens" })];
  if (test?.by === "clicks" && !clicks) return [reason("check_winner_uncounted", { by: "clicks" })];
  return [];
}
