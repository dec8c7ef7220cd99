import type { SkipReason } from "../reasons/sending.ts";
import type { Cause } from "../reasons.ts";
import type { Words } from "../sentences/sentence.ts";

/** Why somebody whom a send named is not mailed, in words and for programs; an older server has the words alone. */
export type SkippedLead = { email: string; reason: string; cause?: Cause | undefined };

/** Those left out for one reason; `emails` may be the first of them only. */
export type SkippedGroup = {
  reason: string;
  cause?: Cause | undefined;
  count: number;
  emails: readonly string[];
};

/** The specification's words for leads that will not be sent to (section 8), and how many more there are of them. */
export function optedOutText(emails: readonly string[], more = 0): string {
  const others = more === 0 ? "" : ` and ${more.toLocaleString("en")} more`;
  return `The following leads have opted out and will not receive the email: ${emails.join(", ")}${others}`;
}

export function leftOutText(count: number, why: string): string {
  return `${count.toLocaleString("en")} skipped: ${why}`;
}

const leaving: readonly SkipReason[] = ["opted_out", "unsubscribed"];

/** Whether a reason means that the lead does not want mail, by a form of ours or by a mail's own link. */
export function hasOptedOut(cause: Cause | undefined): boolean {
  return leaving.some((known) => known === cause?.code);
}

export function groupsOf(skipped: readonly SkippedLead[]): SkippedGroup[] {
  const byCode = Map.groupBy(skipped, ({ cause, reason }) => cause?.code ?? reason);
  return [...byCode.values()].flatMap((leads) => {
    const [first] = leads;
    if (first === undefined) return [];
    const { reason, cause } = first;
    return [{ reason, cause, count: leads.length, emails: leads.map(({ email }) => email) }];
  });
}

type Telling = {
  /** How many of those that opted out are named. */
  namedMax: number;
  words: Words;
};

/** Who is left out, told apart: the opted-out, the first of them by name, and the others by reason. */
export function toldApart(groups: readonly SkippedGroup[], namedMax: number) {
  const optedOut = groups.filter(({ cause }) => hasOptedOut(cause));
  const named = optedOut.flatMap(({ emails }) => emails).slice(0, namedMax);
  const more = optedOut.reduce((sum, { count }) => sum + count, 0) - named.length;
  return { named, more, others: groups.filter(({ cause }) => !hasOptedOut(cause)) };
}

/** The same in words. */
export function leftOut(groups: readonly SkippedGroup[], { namedMax, words }: Telling) {
  const { named, more, others } = toldApart(groups, namedMax);
  return {
    /** The specification's sentence; "" where nobody has opted out. */
    optedOut: named.length === 0 ? "" : optedOutText(named, more),
    others: others.map(({ cause, reason, count, emails }) => ({ why: words(cause, reason), count, emails })),
  };
}

/** What is left out of a send: a text for each of the two. */
export function skippedTexts(groups: readonly SkippedGroup[], telling: Telling): string[] {
  const { optedOut, others } = leftOut(groups, telling);
  return [...(optedOut === "" ? [] : [optedOut]), ...others.map(({ why, count }) => leftOutText(count, why))];
}

/** What is left out of a send, in one text. */
export function skippedText(groups: readonly SkippedGroup[], telling: Telling): string {
  return skippedTexts(groups, telling).join(". ");
}

/** Why a send that would reach nobody is refused. */
export function nobodyText(skipped: readonly string[]): string {
  return `Nothing was sent, as nobody is left to send to. ${skipped.join(". ")}`;
}
