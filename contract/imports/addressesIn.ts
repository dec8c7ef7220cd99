import { parseAddress } from "../address.ts";

/**
 * The addresses in a cell as address books and mail programs write them: "Ann Lee <ann@example.com>", a link of one, or
 * several of either. A cell that holds anything else is answered as it is, which is no address then.
 */
export function addressesIn(cell: string): string[] {
  if (!/[<>:;,\s]/.test(cell)) return [cell];
  if (isAddress(bare(cell))) return [bare(cell)];
  const parts = cell.split(/[;,\n]|:::/).map((part) => bare(part.trim()));
  const filled = parts.filter((part) => part !== "");
  return filled.length > 0 && filled.every(isAddress) ? [...new Set(filled)] : [cell];
}

/**
 * What stands between the last angle brackets, or in other brackets at the end, or before these, without the "mailto:" of a
 * link; or else all of it.
 */
function bare(text: string): string {
  const open = text.lastIndexOf("<");
  if (open !== -1 && text.endsWith(">")) return unlinked(text.slice(open + 1, -1));
  const bracket = /[)\]]$/.test(text) ? Math.max(text.lastIndexOf("("), text.lastIndexOf("[")) : -1;
  const parts = bracket === -1 ? [] : [text.slice(0, bracket), text.slice(bracket + 1, -1)].map(unlinked);
  const addresses = parts.filter(isAddress);
  return addresses.length === 1 && addresses[0] !== undefined ? addresses[0] : unlinked(text);
}

function unlinked(text: string): string {
  return text.trim().replace(/^mailto:/i, "");
}

function isAddress(text: string): boolean {
  return text.includes("@") && parseAddress(text).ok;
}
