/** Why somebody whom a send named is not mailed, as it is told to people: the same words wherever they are read. */
export type SkippedLead = { email: string; reason: string };

/** Those left out for one reason; `emails` may be the first of them only. */
export type SkippedGroup = { reason: string; count: number; emails: readonly string[] };

/** The specification's words for leads that will not be sent to (section 8). */
export function optedOutText(emails: readonly string[]): string {
  return `The following leads have opted out and will not receive the email: ${emails.join(", ")}`;
}

/** Whether a reason means that the lead does not want mail, by a form of ours or by a mail's own link. */
export function hasOptedOut(reason: string): boolean {
  return /^(opted out|unsubscribed)$/i.test(reason);
}

export function groupsOf(skipped: readonly SkippedLead[]): SkippedGroup[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return Array.from(byReason, ([reason, leads]) => ({
    reason,
    count: leads.length,
    emails: leads.map(({ email }) => email),
  }));
}

/** Who is left out, told apart: the opted-out by name, as many as `namedMax`; the others counted by reason. */
export function leftOut(groups: readonly SkippedGroup[], namedMax: number) {
  const optedOut = groups.filter(({ reason }) => hasOptedOut(reason));
  const named = optedOut.flatMap(({ emails }) => emails).slice(0, namedMax);
  const more = optedOut.reduce((sum, { count }) => sum + count, 0) - named.length;
  return {
    /** The specification's sentence; "" where nobody has opted out. */
    optedOut:
      optedOut.length === 0
        ? ""
        : `${optedOutText(named)}${more === 0 ? "" : ` and ${more.toLocaleString("en")} more`}`,
    others: groups.filter(({ reason }) => !hasOptedOut(reason)),
  };
}

/** What is left out of a send, in one text. */
export function skippedText(groups: readonly SkippedGroup[], namedMax: number): string {
  const { optedOut, others } = leftOut(groups, namedMax);
  const counted = others.map(({ reason, count }) => `${count.toLocaleString("en")} skipped: ${reason}`);
  return [...(optedOut === "" ? [] : [optedOut]), ...counted].join(". ");
}

/** Why a send that would reach nobody is refused. */
export function nobodyText(groups: readonly SkippedGroup[], namedMax: number): string {
  return `Nothing was sent, as nobody is left to send to. ${skippedText(groups, namedMax)}`;
}
