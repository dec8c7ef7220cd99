import { parseAddress } from "../../../contract/address.ts";

/** "mailto:ann@example.com?subject=Hello"; null of any other link, and of one to several. */
export function mailtoAddress(link: string): string | null {
  const [, written = ""] = /^mailto:([^?]{3,400})/i.exec(link.trim()) ?? [];
  const text = decoded(written).trim();
  return text.includes("@") && parseAddress(text).ok ? text : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** "Write to Ann <ann@example.com>" of a cell that shows no address and links to one. */
export function withAddress(text: string, address: string | undefined): string {
  return address === undefined || text.includes("@") || !/\S/.test(text) ? text : `${text} <${address}>`;
}
