/** Whom a send leaves out, as text. */
type LeftOut = { count: number; text: string };

const held = new Map<string, LeftOut>();

/** Keeps the server's answer to a send that this page made. The list of activities shows it after a press. */
export function keepLeftOut(campaignId: string, leftOut: LeftOut): void {
  if (leftOut.count > 0) held.set(campaignId, leftOut);
}

export function leftOutOf(campaignId: string): LeftOut | undefined {
  return held.get(campaignId);
}
