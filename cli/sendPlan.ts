import { cliLimits } from "../contract/limits/cli.ts";
import type { Credential } from "../contract/schemas/credential.ts";
import type { SendPlan as Forecast } from "../contract/schemas/preflight.ts";
import type { TemplateSummary } from "../contract/schemas/template.ts";
import { groupsOf, leftOut, type SkippedLead } from "../contract/sending/skipped.ts";
import type { Words } from "../contract/sentences/sentence.ts";
import type { Audience } from "./find/findAudience.ts";
import { amount, boundedList, grouped } from "./format/amounts.ts";
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
  words: Words,
): string[] {
  const { total, recipients, skipped } = forecast;
  const where = audience.collection === "all" ? "all leads" : `the collection ${audience.collection}`;
  const howMany =
    recipients === total ? amount(total, "lead") : `${grouped(recipients)} of ${amount(total, "lead")}`;
  return [
    `To        ${howMany} (${where})`,
    ...skipped.map(({ reason, cause, count }) => `Left out  ${grouped(count)}: ${words(cause, reason)}`),
    `From      ${account.sender} by ${account.provider}`,
    `Subject   ${subject}`,
    `Template  ${template.name}`,
  ];
}

/** What may surprise later, or nothing. */
export function planWarnings(
  { account, template, forecast }: SendPlan,
  { words, terminal }: Output,
): string[] {
  const nowMs = terminal.now();
  const { warnings, leftToday, lastMailAt, recipients } = forecast;
  // The account's own state is told below, with the time until which it rests.
  const said = warnings.filter(({ kind }) => kind !== "account").map(({ text }) => text);
  if (account.state === "paused") {
    const until = account.pausedUntil ? ` until ${clockTime(account.pausedUntil, nowMs)}` : "";
    const why = words(account.pausedCause, account.pausedReason ?? "a person must look at it");
    said.push(`This account rests${until}: ${why}`);
  }
  if (leftToday !== null && leftToday < recipients) {
    const last = lastMailAt === null ? "" : `; the last mail goes about ${clockTime(lastMailAt, nowMs)}`;
    said.push(`This account may send ${grouped(Math.max(0, leftToday))} more within 24 hours${last}.`);
  }
  if (!template.hasHtml) said.push("This template is empty.");
  return said;
}

/** How skipped leads are told of here. */
export function telling(words: Words) {
  return { namedMax: cliLimits.addressesShown, words };
}

/** Who is left out and why; for those who opted out, the specification's sentence. */
export function skippedLines(skipped: readonly SkippedLead[], words: Words): string[] {
  const { optedOut, others } = leftOut(groupsOf(skipped), telling(words));
  return [
    ...(optedOut === "" ? [] : [optedOut]),
    ...others.map(({ why, emails }) => `Skipped (${why}): ${boundedList(emails, cliLimits.addressesShown)}`),
  ];
}
