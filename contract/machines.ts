import { clickLimits } from "./limits/clicks.ts";

/** What can be known of a request for a mail's picture or for one of its links. */
export type MailRequest = {
  method: string;
  userAgent: string;
  /** The values of Purpose, X-Purpose and Sec-Purpose, which browsers send when they only fetch ahead. */
  purpose: string;
};

const machines =
  /bot\b|crawl|spider|preview|scan|monitor|curl|wget|python|java\/|go-http|libwww|headless|phantom|proofpoint|barracuda|mimecast|safelinks|symantec|sophos|trendmicro|fireeye|ironport/i;

/**
 * Machines that look into mails without anybody reading. Gmail's and Yahoo's proxies are not among them: they ask
 * when the mail is opened. Apple's Mail Privacy Protection fetches every picture of every mail and calls itself
 * exactly "Mozilla/5.0". What is left is still a guess, which is why nothing but a count depends on it.
 */
export function isMachine({ method, userAgent, purpose }: MailRequest): boolean {
  const agent = userAgent.trim();
  if (method !== "GET" || agent === "" || agent === "Mozilla/5.0") return true;
  return /prefetch|preview/i.test(purpose) || machines.test(agent);
}

/**
 * A click is a machine's when its request is (`isMachine`), or when it comes within `clickLimits.soonMs` of the
 * mail's being handed over: nobody has read it by then, and scanners follow links before they let a mail through.
 * A third rule needs more than one click and is kept where they are counted (db/stores/tracking/clicks.ts): different links
 * of one mail within `clickLimits.burstMs` are all a machine's. A HEAD request is no click at all.
 */
export function isMachineClick(
  request: MailRequest,
  { handedOverAt, now }: { handedOverAt: number | null; now: number },
): boolean {
  return isMachine(request) || now - (handedOverAt ?? now) < clickLimits.soonMs;
}
