import { importLimits } from "../../../contract/limits/imports.ts";
import { attributesOf } from "../XmlScanner.ts";
import type { XlsxPackage } from "../xlsx/XlsxPackage.ts";
import { mailtoAddress } from "./mailtoAddress.ts";

/** E-mail addresses by the cell that links to them: "B2". */
export type LinkedAddresses = ReadonlyMap<string, string>;

const none: LinkedAddresses = new Map();
const nothing = () => {};

/**
 * The addresses that cells of a worksheet only link to (ECMA-376 part 1, section 18.3.1.47), as where "Write to Ann" opens a
 * mail. They stand behind all cells, so that the sheet is unfolded once more; one without such links is not.
 */
export async function linkedAddresses(source: XlsxPackage, path: string): Promise<LinkedAddresses> {
  const targets = await targetsOf(source, path);
  if (targets.size === 0) return none;
  const found = new Map<string, string>();
  let isDone = false;
  const open = (name: string, tag: string) => {
    if (name !== "hyperlink") return;
    const attributes = attributesOf(tag);
    const address = targets.get(attributes.get("id") ?? "");
    if (address !== undefined) found.set(attributes.get("ref") ?? "", address);
  };
  const close = (name: string) => {
    if (name === "hyperlinks") isDone = true;
  };
  await source.scan(path, { open, close, text: nothing }, () => isDone || found.size >= importLimits.rowsMax);
  return found;
}

/** Of the sheet's links those that write to somebody, by their ids. */
async function targetsOf(source: XlsxPackage, path: string): Promise<Map<string, string>> {
  const slash = path.lastIndexOf("/") + 1;
  const targets = new Map<string, string>();
  const open = (name: string, tag: string) => {
    if (name !== "Relationship" || targets.size >= importLimits.rowsMax) return;
    const attributes = attributesOf(tag);
    const address = mailtoAddress(attributes.get("Target") ?? "");
    if (address !== null) targets.set(attributes.get("Id") ?? "", address);
  };
  const links = `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`;
  await source.scan(links, { open, close: nothing, text: nothing });
  return targets;
}
