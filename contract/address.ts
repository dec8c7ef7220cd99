import { textLimits } from "./limits/text.ts";

/**
 * E-mail addresses: one bare addr-spec, nothing else, and one spelling for each mailbox. Every side tells a good
 * address from a bad one, and two of the same mailbox from two of different ones, by this file.
 */

// A dot-atom (RFC 5322 section 3.2.3) before the at sign, so no quotes, comments, lists or groups; after it labels of
// letters and digits (RFC 5321 section 4.1.2), the last of them not a number. The parts share no characters with the
// dots between them, so matching takes time linear in the length.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const local = `${atom}(?:\\.${atom})*`;
const localPattern = new RegExp(`^${local}$`);
const domainPattern = new RegExp(`^(?:${label}\\.)+(?=[^.]*[a-z])${label}$`);

/** How the OpenAPI document tells an address. Which domains of other scripts there are is beyond a pattern. */
export const addressPattern = `^(?=.{1,${textLimits.emailLocalMax}}@)${local}@[^@\\s]+$`;

/** What comes along unseen where an address is copied: around it (U+202A from an address book of Windows), or at a line's end. */
const unseenAround = /^\p{Cf}+|\p{Cf}+$/gu;
/** Domains lose the same by UTS 46. */
const unseenWithin = /[\u00ad\u200b\u2060\ufeff]/g;

type ParsedAddress = { ok: true; address: string } | { ok: false };

/**
 * Reads text that must be one address and nothing but that; spaces around it are not forgiven either, only what nobody
 * sees. The answer is its normal form, which is the only one that is stored, compared, hashed and counted: lower case, the domain in the
 * ASCII form of UTS 46 and without a dot at its end. Two spellings of one mailbox are the same text after this.
 */
export function parseAddress(text: string): ParsedAddress {
  // Lengths first: a hostile megabyte never reaches a pattern.
  if (text.length > textLimits.emailMax) return { ok: false };
  const seen = text.replace(unseenAround, "");
  const at = seen.lastIndexOf("@");
  const before = seen.slice(0, Math.max(at, 0)).replace(unseenWithin, "");
  if (before === "" || before.length > textLimits.emailLocalMax) return { ok: false };
  const domain = domainToAscii(seen.slice(at + 1));
  if (domain === null || !localPattern.test(before) || !domainPattern.test(domain)) return { ok: false };
  const address = `${before.toLowerCase()}@${domain}`;
  return address.length <= textLimits.emailMax ? { ok: true, address } : { ok: false };
}

/** What a typed address is looked up by: its normal form, or where it is no address the text in lower case. */
export function normalAddress(text: string): string {
  const trimmed = text.trim();
  const parsed = parseAddress(trimmed);
  return parsed.ok ? parsed.address : trimmed.toLowerCase();
}

/** A part of an address, as somebody looks for it, spelled as it stands in one that is stored: of "@münchen" that is "@xn--mnchen-3ya". */
export function addressPart(text: string): string {
  const lower = text.toLowerCase();
  const at = lower.lastIndexOf("@") + 1;
  return lower.slice(0, at) + lower.slice(at).replace(/[^.]+/g, labelToAscii);
}

/** A label that cannot be one of a domain stays as it is, and is found nowhere. */
function labelToAscii(text: string): string {
  if (plainDomain.test(text)) return text;
  // A domain has two labels at the least.
  const end = ".test";
  return domainToAscii(text + end)?.slice(0, -end.length) ?? text;
}

/** The address as it travels: the domain in its ASCII form, the part before the at sign as it is written. */
export function addressToAscii(address: string): string | null {
  const at = address.lastIndexOf("@");
  const domain = domainToAscii(address.slice(at + 1));
  if (domain === null) return null;
  const ascii = `${address.slice(0, at)}@${domain}`;
  return ascii.length <= textLimits.emailMax ? ascii : null;
}

/** Nearly every domain; the others cost a hundred times as much. */
const plainDomain = /^[A-Za-z0-9.-]*$/;
/** Labels that claim to be converted already must be looked at: only one of the ways to write them is the domain's. */
const convertedLabel = /(?:^|\.)xn--/i;
// Letters, marks, digits, hyphens, the dots of UTS 46 section 2.3 and what is not to be seen, such as soft hyphens: of
// the rest a URL would read some as its own signs, "%" above all. No label begins or ends with a hyphen.
const convertible = /^(?!-)(?!.*[.。．｡]-)(?!.*-[.。．｡]|.*-$)[\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+$/u;

function domainToAscii(text: string): string | null {
  const domain = text.replace(/[.。．｡]$/u, "");
  if (plainDomain.test(domain) && !convertedLabel.test(domain)) return domain.toLowerCase();
  if (!convertible.test(domain)) return null;
  // The URL parser applies UTS 46 in browsers and on the server alike.
  const host = URL.parse(`http://${domain}/`)?.hostname ?? "";
  return domainPattern.test(host) ? host : null;
}

export type Alias = { name: string; address: string };

/** Reads `Name <email>`: exactly two parts with one space between them, the second in angle brackets. Else null. */
export function parseAlias(text: string): Alias | null {
  const [name, bracketed, ...rest] = text.split(" ");
  if (!name || !bracketed || rest.length > 0 || text.length > textLimits.aliasMax) return null;
  // Anything here ends up in a header: controls and the characters that build addresses stay out.
  if (/[\p{Cc}\u2028\u2029<>"]/u.test(name)) return null;
  const inside = /^<([^<>]+)>$/.exec(bracketed)?.[1];
  const parsed = parseAddress(inside ?? "");
  return parsed.ok ? { name, address: parsed.address } : null;
}
