import type { SkipReason } from "../reasons/sending.ts";
import type { Cause } from "../reasons.ts";
import type { Words } from "../sentences/sentence.ts";
import type { SkippedTexts } from "../texts/skipped.ts";

/** Why somebody whom a send named is not mailed, in words and for programs; an older server has the words alone. */
export type SkippedLead = { email: string; reason: string; cause?: Cause | undefined };

/** Those left out for one reason; `emails` may be the first of them only. */
type SkippedGroup = {
  reason: string;
  cause?: Cause | undefined;
  count: number;
  emails: readonly string[];
};

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
  texts: SkippedTexts;
};

/** Who is left out, told apart: the opted-out, the first of them by name, and the others by reason. */
export function splitSkipped<Group extends SkippedGroup>(groups: readonly Group[], namedMax: number) {
  const optedOut = groups.filter(({ cause }) => hasOptedOut(cause));
  const named = optedOut.flatMap(({ emails }) => emails).slice(0, namedMax);
  const more = optedOut.reduce((sum, { count }) => sum + count, 0) - named.length;
  return { named, more, optedOut, others: groups.filter(({ cause }) => !hasOptedOut(cause)) };
}

/** The same in words. */
export function leftOut(groups: readonly SkippedGroup[], { namedMax, words, texts }: Telling) {
  const { named, more, others } = splitSkipped(groups, namedMax);
  return {
    /** The specification's sentence; "" where nobody has opted out. */
    optedOut: named.length === 0 ? "" : texts.optedOut({ emails: named, more }),
    others: others.map(({ cause, reason, count, emails }) => ({ why: words(cause, reason), count, emails })),
  };
}

/** What is left out of a send: a text for each of the two. */
export function textsOfSkipped(groups: readonly SkippedGroup[], telling: Telling): string[] {
  const { optedOut, others } = leftOut(groups, telling);
  return [
    ...(optedOut === "" ? [] : [optedOut]),
    ...others.map(({ why, count }) => telling.texts.leftOut({ count, why })),
  ];
}

/** What is left out of a send, in one text. */
export function skippedText(groups: readonly SkippedGroup[], telling: Telling): string {
  return telling.texts.all(textsOfSkipped(groups, telling));
}
