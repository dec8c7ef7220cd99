/**
 * How long to wait between two mails so that as many as are left fill what is left of the window, the last of them
 * before it closes. Asked anew with every claim, so that what a rest or a restart has cost is spread over the rest.
 * A window that never closes has nothing to fill, and mails in it do not wait for each other.
 */
export function evenGapMs({ now, closesAt, left }: { now: number; closesAt: number; left: number }): number {
  if (closesAt === Number.POSITIVE_INFINITY) return 0;
  return Math.max(0, Math.floor((closesAt - now) / Math.max(1, left)));
}
