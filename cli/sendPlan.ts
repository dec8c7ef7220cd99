import { limits } from "../contract/limits.ts";
import type { Credential } from "../contract/schemas/credential.ts";
import type { TemplateSummary } from "../contract/schemas/template.ts";
import type { Audience } from "./find/findAudience.ts";
import { amount, boundedList, grouped } from "./format/amounts.ts";
import { clockTime } from "./format/times.ts";

export type SendPlan = {
  template: TemplateSummary;
  account: Credential;
  audience: Audience;
  subject: string;
};

/** What is about to happen, in lines to read before saying yes. */
export function planLines({ template, account, audience, subject }: SendPlan): string[] {
  const where = audience.collection === "all" ? "all leads" : `the collection ${audience.collection}`;
  return [
    `To        ${amount(audience.count, "lead")} (${where}); leads that opted out are left out`,
    `From      ${account.alias || account.appEmail} by ${account.provider}`,
    `Subject   ${subject}`,
    `Template  ${template.name}`,
  ];
}

/** What may surprise later, or nothing. */
export function planWarnings({ account, audience, template }: SendPlan, nowMs: number): string[] {
  const warnings: string[] = [];
  if (account.state === "paused") {
    const until = account.pausedUntil ? ` until ${clockTime(account.pausedUntil, nowMs)}` : "";
    warnings.push(`This account rests${until}: ${account.pausedReason ?? "a person must look at it"}`);
  }
  const leftToday = account.perDay === null ? Number.POSITIVE_INFINITY : account.perDay - account.sentToday;
  if (leftToday < audience.count)
    warnings.push(
      `This account may send ${grouped(Math.max(0, leftToday))} more within 24 hours; the rest follows as its limit allows.`,
    );
  if (!template.hasHtml) warnings.push("This template is empty.");
  return warnings;
}

/** The sender as the send call names it: "alias;email", or the address alone. */
export function fromText({ alias, appEmail }: Credential): string {
  return alias ? `${alias};${appEmail}` : appEmail;
}

type Skipped = { email: string; reason: string };

/** Who is left out and why; for those who opted out, the specification's sentence. */
export function skippedLines(skipped: readonly Skipped[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => (isOptOut(reason) ? "" : reason));
  return [...byReason].map(([reason, leads]) => {
    const emails = boundedList(
      leads.map(({ email }) => email),
      limits.cli.addressesShown,
    );
    return reason === ""
      ? `The following leads have opted out and will not receive the email: ${emails}`
      : `Skipped (${reason}): ${emails}`;
  });
}

function isOptOut(reason: string): boolean {
  return /opt(ed)?[ -]?out|unsubscribed/i.test(reason);
}
