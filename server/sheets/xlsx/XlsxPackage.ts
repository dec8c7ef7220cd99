import { sheetRefusals } from "../refusals.ts";
import { attributesOf, type XmlListener, XmlScanner } from "../XmlScanner.ts";
import { openZip, type Zip } from "../zip.ts";

/** A link from one part of a workbook to another; `type` is the last word of its type's address. */
export type Relationship = { type: string; target: string };

/** The parts of an Office file (ECMA-376 part 2), read one at a time and never all unfolded at once. */
export class XlsxPackage {
  readonly #zip: Zip;

  private constructor(zip: Zip) {
    this.#zip = zip;
  }

  /** Throws `too_large` or `bad_request` where the zip's directory already tells enough. */
  static async open(bytes: Uint8Array): Promise<XlsxPackage> {
    return new XlsxPackage(await openZip(bytes));
  }

  /** Feeds a part to the listener. `isDone` is asked after every piece and ends the reading early. */
  async scan(path: string, listener: XmlListener, isDone: () => boolean = () => false): Promise<void> {
    const scanner = new XmlScanner(listener);
    let decoder: TextDecoder | null = null;
    for await (const chunk of this.#zip.unfold(path)) {
      decoder ??= decoderFor(chunk);
      scanner.push(decoder.decode(chunk, { stream: true }));
      if (isDone()) return;
    }
    if (decoder) scanner.push(decoder.decode());
  }

  /** The links of a part by id; of the package itself where `path` is "". */
  async relationships(path: string): Promise<Map<string, Relationship>> {
    const slash = path.lastIndexOf("/");
    const folder = path.slice(0, slash + 1);
    const found = new Map<string, Relationship>();
    const open = (name: string, tag: string) => {
      if (name !== "Relationship") return;
      const attributes = attributesOf(tag);
      const type = attributes.get("Type") ?? "";
      const target = resolvePath(folder, attributes.get("Target") ?? "");
      found.set(attributes.get("Id") ?? "", { type: type.slice(type.lastIndexOf("/") + 1), target });
    };
    await this.scan(`${folder}_rels/${path.slice(slash + 1)}.rels`, { open, close: nothing, text: nothing });
    return found;
  }

  /** Where the workbook is; throws `bad_request` for a zip of another kind (a text document, a photo album). */
  async workbookPath(): Promise<string> {
    const links = await this.relationships("");
    const main = [...links.values()].find((link) => link.type === "officeDocument");
    const path = main?.target ?? "xl/workbook.xml";
    if (!path.endsWith(".xml") || !this.#zip.has(path)) throw sheetRefusals.notASheet();
    return path;
  }
}

const nothing = () => {};

/** XML is UTF-8 unless a byte order mark says UTF-16 (XML 1.0 section 4.3.3). */
function decoderFor(chunk: Uint8Array): TextDecoder {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return new TextDecoder("utf-16le");
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder();
}

/** A target from the folder of the part that names it. Paths are keys of the zip's directory and nothing more. */
function resolvePath(folder: string, target: string): string {
  const parts: string[] = [];
  const whole = target.startsWith("/") ? target : folder + target;
  for (const part of whole.replaceAll("\\", "/").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
