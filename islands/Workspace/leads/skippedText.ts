type Skipped = readonly { email: string; reason: string }[];

/** The specification's words for leads that will not be sent to. */
export function optedOutText(emails: readonly string[]): string {
  return `The following leads have opted out and will not receive the email: ${emails.join(", ")}`;
}

/** What was left out of a send and why: opted-out addresses by name, the rest counted by reason. */
export function skippedText(skipped: Skipped): string {
  const hasOptedOut = (reason: string) => /opted out/i.test(reason);
  const optedOut = skipped.filter(({ reason }) => hasOptedOut(reason)).map(({ email }) => email);
  const others = Map.groupBy(
    skipped.filter(({ reason }) => !hasOptedOut(reason)),
    ({ reason }) => reason,
  );
  return [
    ...(optedOut.length === 0 ? [] : [optedOutText(optedOut)]),
    ...Array.from(others, ([reason, leads]) => `${leads.length} skipped: ${reason}`),
  ].join(". ");
}
