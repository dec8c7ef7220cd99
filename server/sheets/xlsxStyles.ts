import type { NumberFormat } from "./numberText.ts";
import type { XlsxPackage } from "./XlsxPackage.ts";
import { attributesOf } from "./XmlScanner.ts";

/** Excel's own bounds: 65,490 cell styles, and fewer formats than that. */
const stylesMax = 65_490;

/** The number format of each cell style, by the style's index (ECMA-376 part 1, sections 18.8.10 and 18.8.30). */
export async function readNumberFormats(source: XlsxPackage, path: string): Promise<NumberFormat[]> {
  const own = new Map<number, string>();
  const formatIds: number[] = [];
  let isInCellStyles = false;
  const open = (name: string, tag: string) => {
    if (name === "cellXfs") isInCellStyles = true;
    else if (name === "numFmt" && own.size < stylesMax) {
      const attributes = attributesOf(tag);
      own.set(Number(attributes.get("numFmtId")), attributes.get("formatCode") ?? "");
    } else if (name === "xf" && isInCellStyles && formatIds.length < stylesMax) {
      formatIds.push(Number(attributesOf(tag).get("numFmtId") ?? 0));
    }
  };
  const close = (name: string) => {
    if (name === "cellXfs") isInCellStyles = false;
  };
  await source.scan(path, { open, close, text: () => {} });
  return formatIds.map((id) => own.get(id) ?? id);
}
