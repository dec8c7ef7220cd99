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

/** What stands between the last angle brackets, or all of it, without the "mailto:" of a link. */
function bare(text: string): string {
  const open = text.lastIndexOf("<");
  const inside = open !== -1 && text.endsWith(">") ? text.slice(open + 1, -1) : text;
  return inside.trim().replace(/^mailto:/i, "");
}

function isAddress(text: string): boolean {
  return text.includes("@") && parseAddress(text).ok;
}
