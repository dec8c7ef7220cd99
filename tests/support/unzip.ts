import { inflateRawSync } from "node:zlib";

/**
 * The files of a ZIP archive by name, read by its directory as any program would (APPNOTE 6.3, section 4.3).
 * @throws {Error} when the archive is not whole or a file's checksum is wrong.
 */
export function unzip(archive: Uint8Array): Record<string, string> {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  if (end < 0) throw new Error("this archive has no end");
  const files: Record<string, string> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const name = bytes.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    files[name] = contentOf(bytes, {
      method: bytes.readUInt16LE(at + 10),
      checksum: bytes.readUInt32LE(at + 16),
      size: bytes.readUInt32LE(at + 20),
      header: bytes.readUInt32LE(at + 42),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

type Entry = { method: number; checksum: number; size: number; header: number };

function contentOf(bytes: Buffer, { method, checksum, size, header }: Entry): string {
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + size);
  const content = method === 0 ? packed : inflateRawSync(packed);
  if (Bun.hash.crc32(content) !== checksum) throw new Error("a checksum is wrong");
  return content.toString("utf8");
}
