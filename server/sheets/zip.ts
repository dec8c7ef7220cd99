import { pipeline } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { sheetRefusals } from "./refusals.ts";

/** The files of a zip by name, in lower case and with forward slashes. */
export type Zip = { has(name: string): boolean; unfold(name: string): AsyncIterable<Uint8Array> };

/**
 * Lists a zip's files. Nothing is unfolded yet and nothing is ever written to disk, so a name such as "../../x" is only a
 * name. Throws `too_large` where the declared sizes add up to more than `sheetLimits.inflatedBytes`.
 */
export async function openZip(bytes: Uint8Array): Promise<Zip> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(buffer, { decodeStrings: false, validateEntrySizes: false });
  if (zip.entryCount > sheetLimits.zipEntriesMax) throw sheetRefusals.unfoldsTooLarge();
  const entries = new Map<string, Entry>();
  let declaredBytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString().replaceAll("\\", "/").replace(/^\/+/, "");
    entries.set(name.toLowerCase(), entry);
    declaredBytes += entry.uncompressedSize;
  }
  if (declaredBytes > sheetLimits.inflatedBytes) throw sheetRefusals.unfoldsTooLarge();
  const budget = { leftBytes: sheetLimits.inflatedBytes };
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *unfold(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry) yield* counted(await piecesOf(zip, entry), budget);
    },
  };
}

/** The declared sizes are not believed: bytes are counted as they come, those of all entries together. */
async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  budget: { leftBytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    budget.leftBytes -= piece.length;
    if (budget.leftBytes < 0) throw sheetRefusals.unfoldsTooLarge();
    yield piece;
  }
}

async function piecesOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> {
  if (entry.isEncrypted()) throw sheetRefusals.encrypted();
  if (!entry.canDecodeFileData()) throw sheetRefusals.broken();
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  if (entry.compressionMethod === 0) return packed;
  // By ourselves, since yauzl unfolds in pieces of 16 KiB: a long tag would be looked through for each anew.
  const inflate = createInflateRaw({ chunkSize: sheetLimits.inflateChunkBytes });
  return pipeline(packed, inflate, () => {});
}
