import { sheetLimits } from "../../contract/limits/sheet.ts";

/**
 * A cell's text as it is kept: at most `sheetLimits.cellCharactersMax` UTF-16 units, line ends as "\n", no other
 * control characters but the tab, and no half of a surrogate pair.
 */
export function cleanText(text: string): string {
  const cut = text.length > sheetLimits.cellCharactersMax ? cutAtCharacter(text) : text;
  // Most cells are plain, and a test is cheaper than three rewritings.
  if (!/[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/.test(cut)) return cut;
  return cut
    .replace(/\r\n?/g, "\n")
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, "")
    .toWellFormed();
}

/** Cuts at the bound, one unit earlier where it would split a pair. */
function cutAtCharacter(text: string): string {
  const end = sheetLimits.cellCharactersMax;
  const last = text.charCodeAt(end - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? end - 1 : end);
}
