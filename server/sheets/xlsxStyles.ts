import { limits } from "../../contract/limits.ts";
import type { NumberFormat } from "./dateText.ts";
import type { XlsxPackage } from "./XlsxPackage.ts";
import { attributesOf } from "./XmlScanner.ts";

/** The number format of each cell style, by the style's index (ECMA-376 part 1, sections 18.8.10 and 18.8.30). */
export async function readNumberFormats(source: XlsxPackage, path: string): Promise<NumberFormat[]> {
  const own = new Map<number, string>();
  const formatIds: number[] = [];
  let isInCellStyles = false;
  const open = (name: string, tag: string) => {
    if (name === "cellXfs") isInCellStyles = true;
    else if (name === "numFmt" && own.size < limits.sheet.stylesMax) {
      const attributes = attributesOf(tag);
      own.set(Number(attributes.get("numFmtId")), attributes.get("formatCode") ?? "");
    } else if (name === "xf" && isInCellStyles && formatIds.length < limits.sheet.stylesMax) {
      formatIds.push(Number(attributesOf(tag).get("numFmtId") ?? 0));
    }
  };
  const close = (name: string) => {
    if (name === "cellXfs") isInCellStyles = false;
  };
  await source.scan(path, { open, close, text: () => {} });
  return formatIds.map((id) => own.get(id) ?? id);
}
