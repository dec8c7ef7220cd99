import { parse } from "tldts";

/**
 * The domain that somebody registered (RFC 7489 section 3.2), by the public suffix list: "mail.shop.co.uk" belongs to "shop.co.uk". A name
 * above all of these is its own.
 */
export function organisationOf(domain: string): string {
  return parsed(domain).domain ?? domain;
}

/** Whether the world's DNS knows such names: not "printer.local" or "crm.corp", which lead into somebody's own network. */
export function isPublicName(domain: string): boolean {
  const { domain: registered, isIcann, isPrivate } = parsed(domain);
  return registered !== null && (isIcann === true || isPrivate === true);
}

/** Whether two domains are aligned (RFC 7489 section 3.1). */
export function areAligned(one: string, other: string, { isStrict }: { isStrict: boolean }): boolean {
  return isStrict ? one === other : organisationOf(one) === organisationOf(other);
}

function parsed(domain: string) {
  return parse(domain, { allowPrivateDomains: true, extractHostname: false });
}
