import { cliLimits } from "../contract/limits/cli.ts";
import type { Credential } from "../contract/schemas/credential.ts";
import type { SendPlan as Forecast } from "../contract/schemas/preflight.ts";
import type { TemplateSummary } from "../contract/schemas/template.ts";
import { groupsOf, leftOut, type SkippedLead } from "../contract/sending/skipped.ts";
import { skippedTexts } from "../contract/texts/skipped.ts";
import { outputTexts } from "../contract/texts/terminal/output.ts";
import { progressTexts } from "../contract/texts/terminal/progress.ts";
import type { Audience } from "./find/findAudience.ts";
import { boundedList } from "./format/boundedList.ts";
import { clockTime } from "./format/times.ts";
import type { Output } from "./output.ts";

export type SendPlan = {
  template: TemplateSummary;
  account: Credential;
  audience: Audience;
  subject: string;
  /** What the server says that the send would come to. */
  forecast: Forecast;
};

/** What is about to happen, in lines to read before saying yes. */
export function planLines(
  { template, account, audience, subject, forecast }: SendPlan,
  { words, texts }: Output,
): string[] {
  const { plan } = texts(outputTexts);
  const { sender, provider } = account;
  const { total, recipients, skipped } = forecast;
  const name = audience.collection;
  return [
    name === "all" ? plan.all({ recipients, total }) : plan.collection({ recipients, total, name }),
    ...skipped.map(({ reason, cause, count }) => plan.leftOut({ count, why: words(cause, reason) })),
    plan.from({ sender, provider }),
    plan.subject(subject),
    plan.template(template.name),
  ];
}

/** What may surprise later, or nothing. */
export function planWarnings(
  { account, template, forecast }: SendPlan,
  { words, texts, terminal }: Output,
): string[] {
  const { plan } = texts(outputTexts);
  const clock = (atMs: number) => clockTime(atMs, terminal.now(), texts(progressTexts));
  const { warnings, leftToday, lastMailAt, recipients } = forecast;
  // The account's own state is told below, with the time until which it rests.
  const said = warnings.filter(({ kind }) => kind !== "account").map(({ text }) => text);
  if (account.state === "paused") {
    const until = account.pausedUntil ? clock(account.pausedUntil) : null;
    const why = words(account.pausedCause, account.pausedReason ?? plan.lookAtIt);
    said.push(plan.rests({ until, why }));
  }
  if (leftToday !== null && leftToday < recipients) {
    const last = lastMailAt === null ? null : clock(lastMailAt);
    said.push(plan.leftToday({ count: Math.max(0, leftToday), last }));
  }
  if (!template.hasHtml) said.push(plan.emptyTemplate);
  return said;
}

/** How skipped leads are told of here. */
export function telling({ words, texts }: Output) {
  return { namedMax: cliLimits.addressesShown, words, texts: texts(skippedTexts) };
}

/** Who is left out and why; for those who opted out, the specification's sentence. */
export function skippedLines(skipped: readonly SkippedLead[], output: Output): string[] {
  const texts = output.texts(outputTexts);
  const { optedOut, others } = leftOut(groupsOf(skipped), telling(output));
  return [
    ...(optedOut === "" ? [] : [optedOut]),
    ...others.map(({ why, emails }) =>
      texts.plan.skipped({ why, emails: boundedList(emails, cliLimits.addressesShown, texts) }),
    ),
  ];
}
