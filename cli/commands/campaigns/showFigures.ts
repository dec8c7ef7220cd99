import { variantLetter } from "../../../contract/campaigns/variantLetter.ts";
import { winnerAsks } from "../../../contract/campaigns/winnerAsks.ts";
import { cliLimits } from "../../../contract/limits/cli.ts";
import { withFallbacks } from "../../../contract/mergeFields.ts";
import type { Campaign, CampaignPart, DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { CampaignBreakdown, CampaignCause } from "../../../contract/schemas/campaignInsight.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { type CampaignTexts, campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { shortId } from "../../format/campaignFigures.ts";
import type { Column } from "../../format/table.ts";
import type { Output } from "../../output.ts";

/**
 * What each account sent of each mail. Variants have the letters in which they were written, as everywhere else, because a
 * winner is chosen by its letter.
 */
export function showParts(
  output: Output,
  parts: readonly CampaignPart[],
  steps: readonly CampaignStep[],
): void {
  const texts = output.texts(campaignTexts);
  const { columns } = output.texts(outputTexts);
  const number = (title: string, of: (part: CampaignPart) => number): Column<CampaignPart> => ({
    title,
    value: (part) => String(of(part)),
    align: "right",
  });
  output.line("");
  output.line(texts.show.parts);
  output.rows("part", parts, [
    {
      title: texts.columns.part,
      value: (part) => texts.show.mail({ step: part.step + 1, variant: letterOf(part, steps) }),
      whole: true,
    },
    { title: columns.email, value: ({ from }) => from },
    ...(isReworded(parts)
      ? [{ title: columns.subject, value: ({ subject }: CampaignPart) => withFallbacks(subject) }]
      : []),
    ...(new Set(parts.map(({ zone }) => zone)).size > 1
      ? [{ title: texts.columns.zone, value: ({ zone }: CampaignPart) => zone ?? "" }]
      : []),
    { title: columns.state, value: (part) => stateOf(part, texts) },
    number(columns.sent, ({ counts }) => counts.sent),
    number(texts.columns.of, ({ total, counts }) => total - counts.skipped),
    number(columns.opened, ({ opened }) => opened),
    number(columns.clicked, ({ clicked }) => clicked),
    // Only known for accounts whose mailbox is read.
    ...(parts.some(({ replied }) => replied > 0) ? [number(columns.replied, ({ replied }) => replied)] : []),
  ]);
}

/** Whether a mail went with one subject first and with another one later. */
function isReworded(parts: readonly CampaignPart[]): boolean {
  const named = parts.filter(({ variantId }) => variantId !== null);
  const subjects = Map.groupBy(named, ({ step, variantId }) => `${step} ${variantId}`);
  return [...subjects.values()].some((ofMail) => new Set(ofMail.map(({ subject }) => subject)).size > 1);
}

/** Parts that wait for the better variant are not paused by anybody. */
function stateOf({ state, waitingCause }: CampaignPart, { states, show }: CampaignTexts): string {
  if (waitingCause?.code === "awaiting_winner") return show.awaitsWinner;
  return winnerAsks.includes(waitingCause?.code ?? "") ? show.asksForWinner : states[state];
}

/** "a", "b", … for a step with several variants. */
function letterOf({ stepId, variantId }: CampaignPart, steps: readonly CampaignStep[]): string | null {
  const variants = steps.find(({ id }) => id === stepId)?.variants ?? [];
  const at = variants.findIndex(({ id }) => id === variantId);
  return variants.length < 2 || at < 0 ? null : variantLetter(at).toLowerCase();
}

export function showDomains(output: Output, domains: CampaignBreakdown | null): void {
  if (domains === null || domains.rows.length < 2) return;
  const texts = output.texts(campaignTexts);
  const { columns } = output.texts(outputTexts);
  const shown = domains.rows.slice(0, cliLimits.domainsShown);
  const number = (title: string, key: "sent" | "opened" | "clicked"): Column<(typeof shown)[number]> => ({
    title,
    value: (row) => String(row[key]),
    align: "right",
  });
  output.line("");
  output.line(texts.show.domains);
  output.rows("domain", shown, [
    { title: texts.columns.domain, value: ({ name }) => name },
    number(columns.sent, "sent"),
    number(columns.opened, "opened"),
    number(columns.clicked, "clicked"),
  ]);
  const others = domains.rows.length - shown.length + domains.others;
  if (others > 0) output.line(texts.show.others(others));
}

const settled = new Set<DeliveryState>(["failed", "uncertain", "skipped"]);

/** Why mails did not arrive, each cause with the command that tries its mails again, if that can help. */
export function showCauses(output: Output, { _id }: Campaign, causes: CampaignCause[] | null): void {
  const texts = output.texts(campaignTexts);
  const shown = causes?.filter((cause) => settled.has(cause.state)) ?? [];
  if (shown.length === 0) return;
  output.line("");
  output.line(texts.show.causes);
  const answers = shown.flatMap((cause) => answersOf(cause, output));
  output.rows("cause", answers, [
    { title: texts.columns.count, value: ({ count }) => String(count), align: "right" },
    { title: output.texts(outputTexts).columns.state, value: (answer) => answer.state },
    { title: texts.columns.what, value: ({ what }) => what },
  ]);
  const again = shown.filter(({ retry }) => retry !== null);
  if (again.length > 0) output.line(texts.show.retry);
  for (const { code, retry } of again) {
    const uncertain = retry === "uncertain" ? " --uncertain" : "";
    output.line(output.next(`campaigns retry ${shortId(_id)} --cause ${code}${uncertain}`));
  }
}

type Answer = { count: number; state: DeliveryState; what: string };

/** Each of the answers that servers gave for one cause: one of them does not speak for those who heard another. */
function answersOf({ state, said = [], ...cause }: CampaignCause, output: Output): Answer[] {
  if (said.length < 2) return [{ count: cause.count, state, what: output.words(cause.cause, cause.reason) }];
  const others = cause.count - said.reduce((sum, { count }) => sum + count, 0);
  return [
    ...said.map(({ reply, count }) => ({ count, state, what: reply })),
    ...(others > 0 ? [{ count: others, state, what: output.texts(campaignTexts).show.otherAnswers }] : []),
  ];
}
