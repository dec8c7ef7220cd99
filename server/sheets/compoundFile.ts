import { sheetRefusals } from "./refusals.ts";

/** The streams of a compound file by name, without their folders (MS-CFB section 2). */
type CompoundFile = { has(name: string): boolean; stream(name: string): Uint8Array | null };

const endOfChain = 0xfffffffe;
const headerBytes = 512;
const directoryEntryBytes = 128;
/** MS-CFB section 2.2: streams under this size stand in the mini stream. */
const miniStreamBelowBytes = 4096;

type Entry = { start: number; bytes: number };

/**
 * Opens the compound file that an .xls is. Every chain of sectors is followed once at most through the whole file,
 * so one that bites its own tail ends as `bad_request`; SheetJS's own reader goes round with it and never ends.
 */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sectorBytes = 1 << view.getUint16(30, true);
  const miniBytes = 1 << view.getUint16(32, true);
  if ((sectorBytes !== 512 && sectorBytes !== 4096) || miniBytes !== 64) throw sheetRefusals.broken();
  const sectorsMax = Math.ceil(bytes.length / sectorBytes);
  const sectorAt = (sector: number) => (sector + 1) * sectorBytes;
  const file = { bytes, sectorsMax, sectorBytes, sectorAt };

  const table = joined(fatSectors(view, file), file);
  const directory = chain(view.getUint32(48, true), { ...file, table });
  const entries = readEntries(directory);
  // The first entry is the root, whatever its name; its chain is the mini stream.
  const root = entries.values().next().value;
  let mini: { bytes: Uint8Array; table: Uint8Array } | null = null;
  const miniParts = () => {
    mini ??= {
      bytes: chain(root?.start ?? endOfChain, { ...file, table }),
      table: chain(view.getUint32(60, true), { ...file, table }),
    };
    return mini;
  };
  return {
    has: (name) => entries.has(name.toLowerCase()),
    stream(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return null;
      if (entry.bytes >= miniStreamBelowBytes) {
        return chain(entry.start, { ...file, table }).subarray(0, entry.bytes);
      }
      const { bytes: miniStream, table: miniTable } = miniParts();
      const sectors = Math.ceil(miniStream.length / miniBytes);
      const place = { bytes: miniStream, sectorsMax: sectors, sectorBytes: miniBytes };
      const sectorAt = (sector: number) => sector * miniBytes;
      return chain(entry.start, { ...place, sectorAt, table: miniTable }).subarray(0, entry.bytes);
    },
  };
}

type Sectors = {
  bytes: Uint8Array;
  sectorsMax: number;
  sectorBytes: number;
  sectorAt: (sector: number) => number;
};

/** Where the allocation table stands: 109 sectors are named in the header, more in a list of their own. */
function fatSectors(view: DataView, file: Sectors): number[] {
  const found: number[] = [];
  const take = (at: number, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const sector = view.getUint32(at + index * 4, true);
      if (sector < file.sectorsMax) found.push(sector);
    }
  };
  take(76, (headerBytes - 76) / 4);
  const namesPerSector = file.sectorBytes / 4 - 1;
  let next = view.getUint32(68, true);
  for (let seen = 0; next < file.sectorsMax; seen += 1) {
    if (seen > file.sectorsMax || found.length > file.sectorsMax) throw sheetRefusals.broken();
    take(file.sectorAt(next), namesPerSector);
    next = view.getUint32(file.sectorAt(next) + namesPerSector * 4, true);
  }
  return found;
}

/** The bytes of a chain of sectors; `table` says for each sector which one follows. */
function chain(start: number, file: Sectors & { table: Uint8Array }): Uint8Array {
  const next = new DataView(file.table.buffer, file.table.byteOffset, file.table.byteLength);
  const sectors: number[] = [];
  for (let sector = start; sector < file.sectorsMax; sector = next.getUint32(sector * 4, true)) {
    if (sectors.push(sector) > file.sectorsMax) throw sheetRefusals.broken();
  }
  return joined(sectors, file);
}

function joined(sectors: readonly number[], file: Sectors): Uint8Array {
  const whole = new Uint8Array(sectors.length * file.sectorBytes);
  sectors.forEach((sector, index) => {
    const at = file.sectorAt(sector);
    whole.set(file.bytes.subarray(at, at + file.sectorBytes), index * file.sectorBytes);
  });
  return whole;
}

function readEntries(directory: Uint8Array): Map<string, Entry> {
  const view = new DataView(directory.buffer);
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder("utf-16le");
  for (let at = 0; at + directoryEntryBytes <= directory.length; at += directoryEntryBytes) {
    const nameBytes = view.getUint16(at + 64, true);
    if (nameBytes < 2 || nameBytes > 64) continue;
    const name = decoder.decode(directory.subarray(at, at + nameBytes - 2)).toLowerCase();
    const entry = { start: view.getUint32(at + 116, true), bytes: view.getUint32(at + 120, true) };
    // The first of a name is the one at the top; embedded objects follow.
    if (!entries.has(name)) entries.set(name, entry);
  }
  return entries;
}
