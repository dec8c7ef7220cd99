import type { SkipReasons } from "../reasons/sending.ts";
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

/** The specification's words for leads that will not be sent to (section 8). */
export function optedOutText(emails: readonly string[]): string {
  return `The following leads have opted out and will not receive the email: ${emails.join(", ")}`;
}

const leaving: readonly (keyof SkipReasons)[] = ["opted_out", "unsubscribed"];

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

/** Who is left out, told apart: the opted-out by name; the others counted by reason. */
export function leftOut(groups: readonly SkippedGroup[], { namedMax, words }: Telling) {
  const optedOut = groups.filter(({ cause }) => hasOptedOut(cause));
  const named = optedOut.flatMap(({ emails }) => emails).slice(0, namedMax);
  const more = optedOut.reduce((sum, { count }) => sum + count, 0) - named.length;
  return {
    /** The specification's sentence; "" where nobody has opted out. */
    optedOut:
      optedOut.length === 0
        ? ""
        : `${optedOutText(named)}${more === 0 ? "" : ` and ${more.toLocaleString("en")} more`}`,
    others: groups
      .filter(({ cause }) => !hasOptedOut(cause))
      .map(({ cause, reason, count, emails }) => ({ why: words(cause, reason), count, emails })),
  };
}

/** What is left out of a send, in one text. */
export function skippedText(groups: readonly SkippedGroup[], telling: Telling): string {
  const { optedOut, others } = leftOut(groups, telling);
  const counted = others.map(({ why, count }) => `${count.toLocaleString("en")} skipped: ${why}`);
  return [...(optedOut === "" ? [] : [optedOut]), ...counted].join(". ");
}

/** Why a send that would reach nobody is refused. */
export function nobodyText(groups: readonly SkippedGroup[], telling: Telling): string {
  return `Nothing was sent, as nobody is left to send to. ${skippedText(groups, telling)}`;
}
