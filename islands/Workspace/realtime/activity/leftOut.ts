/** Whom a send leaves out, in words. */
export type LeftOut = { count: number; text: string };

const held = new Map<string, LeftOut>();

/** What this page was answered when it sent something: the send says it in the list of what is under way, behind a press. */
export function keepLeftOut(campaignId: string, leftOut: LeftOut): void {
  if (leftOut.count > 0) held.set(campaignId, leftOut);
}

export function leftOutOf(campaignId: string): LeftOut | undefined {
  return held.get(campaignId);
}
