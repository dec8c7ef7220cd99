import { domainToUnicode } from "node:url";

/** An address whose domain is converted, in the letters that people read: "ann@münchen.test". Null for any other. */
export function addressInUnicode(address: string): string | null {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  // Most addresses have nothing to convert, and imports ask for each.
  if (!domain.includes("xn--")) return null;
  const readable = domainToUnicode(domain);
  return readable === "" || readable === domain ? null : address.slice(0, at) + readable;
}
