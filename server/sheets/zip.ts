import { createInflateRaw } from "node:zlib";
import { limits } from "../../contract/limits.ts";
import { sheetRefusals } from "./refusals.ts";

/** One file inside a zip, as the zip's central directory tells it. */
export type ZipEntry = {
  method: number;
  isEncrypted: boolean;
  compressedBytes: number;
  inflatedBytes: number;
  localHeaderAt: number;
};

/**
 * Lists a zip's files by name from its central directory (PKWARE APPNOTE section 4.3), names lower-cased with
 * forward slashes. Nothing is unfolded and nothing is ever written to disk, so a name such as "../../x" is only a name.
 * Throws `too_large` where the declared sizes add up to more than `limits.sheet.inflatedBytes`.
 */
export function readZipDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start } = findDirectory(view);
  if (count > limits.sheet.zipEntriesMax) throw sheetRefusals.unfoldsTooLarge();
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder();
  let declaredBytes = 0;
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw sheetRefusals.broken();
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const entry = readEntry(view, { at, extraAt: at + 46 + nameLength, extraLength });
    entries.set(name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase(), entry);
    declaredBytes += entry.inflatedBytes;
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  if (declaredBytes > limits.sheet.inflatedBytes) throw sheetRefusals.unfoldsTooLarge();
  return entries;
}

function readEntry(view: DataView, place: { at: number; extraAt: number; extraLength: number }): ZipEntry {
  const { at } = place;
  const entry = {
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    method: view.getUint16(at + 10, true),
    compressedBytes: view.getUint32(at + 20, true),
    inflatedBytes: view.getUint32(at + 24, true),
    localHeaderAt: view.getUint32(at + 42, true),
  };
  // Programs that write as they go say "see the 64-bit field" even in small files (APPNOTE section 4.5.3).
  const long = zip64Fields(view, place);
  for (const key of ["inflatedBytes", "compressedBytes", "localHeaderAt"] as const) {
    if (entry[key] === 0xffffffff) entry[key] = long.shift() ?? entry[key];
  }
  return entry;
}

/** The 64-bit numbers of the extra field 0x0001, in the order in which the entry misses them. */
function zip64Fields(view: DataView, place: { extraAt: number; extraLength: number }): number[] {
  const end = place.extraAt + place.extraLength;
  for (let at = place.extraAt; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const count = Math.floor(Math.min(view.getUint16(at + 2, true), end - at - 4) / 8);
    return Array.from({ length: count }, (_, index) => Number(view.getBigUint64(at + 4 + index * 8, true)));
  }
  return [];
}

/** Finds the end record by its signature: it is last, but for a comment of at most 65,535 bytes. */
function findDirectory(view: DataView): { count: number; start: number } {
  const first = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    const found = { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) };
    const locatorAt = at - 20;
    if (locatorAt < 0 || view.getUint32(locatorAt, true) !== 0x07064b50) return found;
    const longAt = Number(view.getBigUint64(locatorAt + 8, true));
    return {
      count: Number(view.getBigUint64(longAt + 32, true)),
      start: Number(view.getBigUint64(longAt + 48, true)),
    };
  }
  throw sheetRefusals.broken();
}

/** How many bytes may still be unfolded from one archive; shared by all its entries. */
export type InflateBudget = { leftBytes: number };

/**
 * Unfolds one entry piece by piece. The declared size is not believed: bytes are counted as they come, and
 * `too_large` is thrown once the budget is used up.
 */
export async function* inflateEntry(
  bytes: Uint8Array,
  options: { entry: ZipEntry; budget: InflateBudget },
): AsyncGenerator<Uint8Array> {
  const { entry, budget } = options;
  if (entry.isEncrypted) throw sheetRefusals.encrypted();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerAt = entry.localHeaderAt;
  if (view.getUint32(headerAt, true) !== 0x04034b50) throw sheetRefusals.broken();
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  const data = bytes.subarray(start, start + entry.compressedBytes);
  for await (const chunk of unfold(data, entry.method)) {
    budget.leftBytes -= chunk.length;
    if (budget.leftBytes < 0) throw sheetRefusals.unfoldsTooLarge();
    yield chunk;
  }
}

/** APPNOTE section 4.4.5: 0 is stored, 8 is deflated; workbooks use no other method. */
function unfold(data: Uint8Array, method: number): AsyncIterable<Uint8Array> | Uint8Array[] {
  if (method === 0) return [data];
  if (method !== 8) throw sheetRefusals.broken();
  const inflate = createInflateRaw({ chunkSize: limits.sheet.inflateChunkBytes });
  inflate.end(data);
  return inflate;
}
