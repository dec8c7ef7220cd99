import { sheetLimits } from "../../../contract/limits/sheet.ts";
import { sheetRefusals } from "../refusals.ts";
import type { XlsxPackage } from "./XlsxPackage.ts";

/** The workbook's table of texts, which cells name by index (ECMA-376 part 1, section 18.4.9). */
export async function readSharedTexts(source: XlsxPackage, path: string): Promise<string[]> {
  const texts: string[] = [];
  let fresh: string[] = [];
  let current = "";
  let isInText = false;
  let phoneticDepth = 0;
  let characters = 0;

  // Each text is a slice that keeps a whole piece of the file in memory; a round trip through JSON copies it out.
  const keepCopies = () => {
    for (const copy of JSON.parse(JSON.stringify(fresh)) as string[]) texts.push(copy);
    fresh = [];
  };
  const open = (name: string) => {
    if (name === "si") current = "";
    else if (name === "t") isInText = phoneticDepth === 0;
    else if (name === "rPh") phoneticDepth += 1;
  };
  const close = (name: string) => {
    if (name === "t") isInText = false;
    else if (name === "rPh") phoneticDepth -= 1;
    else if (name === "si") {
      characters += current.length;
      if (characters > sheetLimits.textCharactersMax) throw sheetRefusals.unfoldsTooLarge();
      if (texts.length + fresh.length >= sheetLimits.sharedTextsMax) throw sheetRefusals.unfoldsTooLarge();
      if (fresh.push(current) === sheetLimits.batchRows) keepCopies();
    }
  };
  const text = (piece: string) => {
    if (!isInText || current.length > sheetLimits.cellCharactersMax) return;
    current += piece;
  };
  await source.scan(path, { open, close, text });
  keepCopies();
  return texts.map(unescapeText);
}

/** Undoes "_x000D_", by which workbooks write characters that XML cannot (ECMA-376 part 1, section 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
