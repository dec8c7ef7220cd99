import { mailtoAddress } from "./mailtoAddress.ts";

/**
 * The link of a formula that is nothing else, as HYPERLINK("mailto:ann@example.com", "Ann"), with what its cell shows; null of
 * any other, and of one that puts its address together.
 */
export function linkFormula(formula: string): { address: string; shown: string } | null {
  if (formula.length > linkFormulaMax) return null;
  const [, link, shown] = linking.exec(formula.trim()) ?? [];
  const address = link === undefined ? null : mailtoAddress(link);
  if (address === null) return null;
  return { address, shown: shown?.replaceAll('""', '"') ?? address };
}

const linking = /^=?\s*HYPERLINK\s*\(\s*"(mailto:[^"]{3,400})"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)$/i;

/** Longer formulas are another thing than a link. */
export const linkFormulaMax = 1_000;
