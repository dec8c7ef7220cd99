/**
 * How long to wait between two mails so that as many as are left fill what is left of the window, the last of them
 * before it closes. Asked anew with every claim, so that what a rest or a restart has cost is spread over the rest.
 */
export function evenGapMs({ now, closesAt, left }: { now: number; closesAt: number; left: number }): number {
  return Math.max(0, Math.floor((closesAt - now) / Math.max(1, left)));
}
