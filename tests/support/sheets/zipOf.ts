import { crc32, deflateRawSync } from "node:zlib";

/** Writes a zip (PKWARE APPNOTE section 4.3). zlib folds hundreds of megabytes in the time that a test has. */
export function zipOf(files: Record<string, string | Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const data = deflateRawSync(bytes);
    const entry = { name: new TextEncoder().encode(name), checksum: crc32(bytes), data, bytes: bytes.length };
    const local = header({ ...entry, signature: 0x04034b50, length: 30, fieldsAt: 4 });
    const central = header({ ...entry, signature: 0x02014b50, length: 46, fieldsAt: 6 });
    new DataView(central.buffer).setUint32(42, at, true);
    directory.push(central);
    parts.push(local, data);
    at += local.length + data.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, directory.length, true);
  end.setUint16(10, directory.length, true);
  end.setUint32(
    12,
    directory.reduce((sum, entry) => sum + entry.length, 0),
    true,
  );
  end.setUint32(16, at, true);
  return new Uint8Array(Buffer.concat([...parts, ...directory, new Uint8Array(end.buffer)]));
}

type Header = {
  signature: number;
  length: number;
  fieldsAt: number;
  name: Uint8Array;
  checksum: number;
  data: Uint8Array;
  bytes: number;
};

/** The local and the central header hold the same fields in the same order, two bytes apart. */
function header(entry: Header): Uint8Array {
  const whole = new Uint8Array(entry.length + entry.name.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, entry.signature, true);
  view.setUint16(entry.fieldsAt, 20, true);
  view.setUint16(entry.fieldsAt + 4, 8, true);
  view.setUint32(entry.fieldsAt + 10, entry.checksum, true);
  view.setUint32(entry.fieldsAt + 14, entry.data.length, true);
  view.setUint32(entry.fieldsAt + 18, entry.bytes, true);
  view.setUint16(entry.fieldsAt + 22, entry.name.length, true);
  whole.set(entry.name, entry.length);
  return whole;
}
