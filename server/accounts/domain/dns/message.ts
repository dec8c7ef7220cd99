import { domainLimits } from "../../../../contract/limits/accounts/domains.ts";

/** The types of record that are asked for, by their numbers (RFC 1035 section 3.2.2, RFC 3596 section 2.1). */
const recordTypes = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;
export type RecordType = keyof typeof recordTypes;

export type DnsRecord =
  | { type: "TXT"; text: string }
  | { type: "MX"; preference: number; host: string }
  | { type: "CNAME"; host: string }
  | { type: "A" | "AAAA"; address: string };

export type DnsAnswer =
  | { kind: "records"; records: DnsRecord[] }
  /** There is no such name, or nothing of that type at it. */
  | { kind: "none" }
  /** It did not fit; it has to be asked for over TCP. */
  | { kind: "cut" }
  /** The server cannot say, or said something that is no answer. */
  | { kind: "failed" };

const headerBytes = 12;
const inClass = 1;
const optType = 41;
const nameMax = 253;
const labelMax = 63;
const leadsMax = 127;

/** A question in the form of RFC 1035 section 4; null for a name that cannot be asked for. */
export function questionFor({ id, name, type }: { id: number; name: string; type: RecordType }) {
  const labels = name.replace(/\.$/, "").split(".");
  if (name.length > nameMax || labels.some((label) => !/^[!-~]{1,63}$/.test(label))) return null;
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(id, 0);
  // Recursion is desired.
  header.writeUInt16BE(0x0100, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(1, 10);
  const encoded = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  const asked = Buffer.alloc(5);
  asked.writeUInt16BE(recordTypes[type], 1);
  asked.writeUInt16BE(inClass, 3);
  // How much we take over UDP (RFC 6891 section 6.1.2).
  const opt = Buffer.alloc(11);
  opt.writeUInt16BE(optType, 1);
  opt.writeUInt16BE(domainLimits.udpBytes, 3);
  return Buffer.concat([header, ...encoded, asked, opt]);
}

/**
 * What a server answered to a question. The bytes are a stranger's: whatever is not well-formed is a failure, and each
 * byte is looked at a bounded number of times, since a name is only ever pointed to further ahead (RFC 1035 section 4.1.4).
 */
export function readAnswer(bytes: Buffer, question: Buffer, type: RecordType): DnsAnswer {
  try {
    return read(bytes, question, type);
  } catch (error) {
    if (error instanceof RangeError) return { kind: "failed" };
    throw error;
  }
}

function read(bytes: Buffer, question: Buffer, type: RecordType): DnsAnswer {
  const flags = bytes.readUInt16BE(2);
  const [code, isAnswer, isCut] = [flags & 0xf, (flags & 0x8000) !== 0, (flags & 0x0200) !== 0];
  if (!isAnswer || bytes.readUInt16BE(0) !== question.readUInt16BE(0) || bytes.readUInt16BE(4) !== 1)
    return { kind: "failed" };
  const end = questionEnd(question);
  // The question comes back as it was asked; who cannot see it cannot guess it.
  if (lower(bytes, end) !== lower(question, end)) return { kind: "failed" };
  if (isCut) return { kind: "cut" };
  if (code === 3) return { kind: "none" };
  if (code !== 0) return { kind: "failed" };
  const records: DnsRecord[] = [];
  let at = end;
  for (let left = bytes.readUInt16BE(6); left > 0 && records.length < domainLimits.recordsMax; left -= 1) {
    at = readName(bytes, at).next;
    const found = bytes.readUInt16BE(at);
    const length = bytes.readUInt16BE(at + 8);
    const from = at + 10;
    at = from + length;
    if (at > bytes.length) return { kind: "failed" };
    // The names that lead there stand before it, each as a CNAME; the server has followed them.
    if (found === recordTypes[type]) records.push(recordIn(bytes, { from, to: at, type }));
  }
  return records.length === 0 ? { kind: "none" } : { kind: "records", records };
}

function questionEnd(question: Buffer): number {
  return readName(question, headerBytes).next + 4;
}

function lower(bytes: Buffer, end: number): string {
  return bytes.subarray(headerBytes, end).toString("latin1").toLowerCase();
}

function recordIn(
  bytes: Buffer,
  { from, to, type }: { from: number; to: number; type: RecordType },
): DnsRecord {
  switch (type) {
    case "TXT":
      return { type, text: textIn(bytes, from, to) };
    case "MX":
      return { type, preference: bytes.readUInt16BE(from), host: readName(bytes, from + 2).name };
    case "CNAME":
      return { type, host: readName(bytes, from).name };
    case "A":
      if (to - from !== 4) throw new RangeError("An address of another length");
      return { type, address: bytes.subarray(from, to).join(".") };
    case "AAAA": {
      if (to - from !== 16) throw new RangeError("An address of another length");
      const groups = Array.from({ length: 8 }, (_, index) =>
        bytes.readUInt16BE(from + index * 2).toString(16),
      );
      return { type, address: groups.join(":") };
    }
  }
}

/** The strings of one TXT record, joined without anything between them (RFC 7208 section 3.3, RFC 6376 section 3.6.2.2). */
function textIn(bytes: Buffer, from: number, to: number): string {
  const strings: Buffer[] = [];
  for (let at = from; at < to; ) {
    const next = at + 1 + bytes.readUInt8(at);
    if (next > to) throw new RangeError("A string beyond its record");
    strings.push(bytes.subarray(at + 1, next));
    at = next;
  }
  return Buffer.concat(strings).toString("latin1").slice(0, domainLimits.recordCharacters);
}

function readName(bytes: Buffer, start: number): { name: string; next: number } {
  const labels: string[] = [];
  let [at, next, size, leads] = [start, -1, 0, 0];
  for (;;) {
    const length = bytes.readUInt8(at);
    if (length === 0) return { name: labels.join(".").toLowerCase(), next: next < 0 ? at + 1 : next };
    if ((length & 0xc0) === 0xc0) {
      const to = bytes.readUInt16BE(at) & 0x3fff;
      if (next < 0) next = at + 2;
      leads += 1;
      // Backwards only, so that no circle is walked, and no more often than a name has labels.
      if (to >= at || leads > leadsMax) throw new RangeError("A name that leads forward");
      at = to;
      continue;
    }
    size += length + 1;
    if (length > labelMax || size > nameMax + 1 || at + 1 + length > bytes.length)
      throw new RangeError("A name that is too long");
    labels.push(bytes.subarray(at + 1, at + 1 + length).toString("latin1"));
    at += length + 1;
  }
}
