type Skipped = readonly { email: string; reason: string }[];

/** The specification's words for leads that will not be sent to. */
export function optedOutText(emails: readonly string[]): string {
  return `The following leads have opted out and will not receive the email: ${emails.join(", ")}`;
}

const namedMax = 50;

/** Who a plan leaves out, in sentences: the opted-out ones by name, as far as a person reads names. */
export function skippedInPlan(
  groups: readonly { reason: string; count: number; emails: readonly string[] }[],
) {
  const optedOut = groups.find(({ reason }) => hasOptedOut(reason));
  const named = optedOut?.emails.slice(0, namedMax) ?? [];
  const more = (optedOut?.count ?? 0) - named.length;
  return {
    optedOut:
      optedOut === undefined
        ? ""
        : `${optedOutText(named)}${more === 0 ? "" : ` and ${more.toLocaleString("en")} more`}`,
    others: groups.flatMap((group) =>
      group === optedOut ? [] : [`${group.count.toLocaleString("en")} will be skipped: ${group.reason}.`],
    ),
  };
}

function hasOptedOut(reason: string): boolean {
  return /opted out/i.test(reason);
}

/** What was left out of a send and why: opted-out addresses by name, the rest counted by reason. */
export function skippedText(skipped: Skipped): string {
  const optedOut = skipped.filter(({ reason }) => hasOptedOut(reason)).map(({ email }) => email);
  const others = Map.groupBy(
    skipped.filter(({ reason }) => !hasOptedOut(reason)),
    ({ reason }) => reason,
  );
  return [
    ...(optedOut.length === 0 ? [] : [optedOutText(optedOut)]),
    ...Array.from(others, ([reason, leads]) => `${leads.length.toLocaleString("en")} skipped: ${reason}`),
  ].join(". ");
}
