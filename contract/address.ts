import { limits } from "./limits.ts";

/** E-mail addresses: one bare addr-spec, nothing else. Every side tells a good address from a bad one by this file. */

// A dot-atom (RFC 5322 section 3.2.3) before the at sign, so no quotes, comments, lists or groups; labels of
// letters and digits in any script after it (RFC 5321 section 4.1.2, IDNA), the last of them not a number.
// The parts share no characters with the dots between them, so matching takes time linear in the length.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";

/** The standard pattern. It says nothing about the lengths: `parseAddress` does. */
export const addressPattern = new RegExp(
  `^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?=[^.]*\\p{L})${label}$`,
  "u",
);

export type ParsedAddress = { ok: true; address: string } | { ok: false };

/** Reads text that must be one address and nothing but that; spaces around it are not forgiven either. */
export function parseAddress(text: string): ParsedAddress {
  // Lengths first: a hostile megabyte never reaches the pattern.
  if (text.length > limits.text.emailMax || text.lastIndexOf("@") > limits.text.emailLocalMax) {
    return { ok: false };
  }
  return addressPattern.test(text) && addressToAscii(text) !== null
    ? { ok: true, address: text }
    : { ok: false };
}

/** The address as it travels: the domain in lower case and, where it has other scripts, as punycode (RFC 5891). */
export function addressToAscii(address: string): string | null {
  const at = address.lastIndexOf("@");
  const domain = domainToAscii(address.slice(at + 1));
  if (domain === null) return null;
  const ascii = `${address.slice(0, at)}@${domain}`;
  return ascii.length <= limits.text.emailMax ? ascii : null;
}

function domainToAscii(domain: string): string | null {
  if (/^[A-Za-z0-9.-]*$/.test(domain)) return domain.toLowerCase();
  // The URL parser applies IDNA in browsers and on the server alike.
  const url = URL.parse(`http://${domain}/`);
  return url !== null && /^[a-z0-9.-]+$/.test(url.hostname) ? url.hostname : null;
}

export type Alias = { name: string; address: string };

/** Reads `Name <email>`: exactly two parts with one space between them, the second in angle brackets. Else null. */
export function parseAlias(text: string): Alias | null {
  const [name, bracketed, ...rest] = text.split(" ");
  if (!name || !bracketed || rest.length > 0 || text.length > limits.text.aliasMax) return null;
  // Anything here ends up in a header: controls and the characters that build addresses stay out.
  if (/[\p{Cc}\u2028\u2029<>"]/u.test(name)) return null;
  const inside = /^<([^<>]+)>$/.exec(bracketed)?.[1];
  const parsed = parseAddress(inside ?? "");
  return parsed.ok ? { name, address: parsed.address } : null;
}
