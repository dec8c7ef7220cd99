import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/** What it knows of a name: records by their type, or how it behaves. */
export type DnsName =
  | "fails"
  | "silent"
  | "garbage"
  | Partial<{ TXT: string[]; MX: [number, string][]; CNAME: string; A: string[]; AAAA: string[] }>;

const numbers: Record<string, number> = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 };

/** A DNS server on this machine, over UDP and TCP, which knows what it is told and follows its own CNAMEs. */
export async function startDnsServer(names: Record<string, DnsName> = {}) {
  const zone = new Map(Object.entries(names));
  const asked: string[] = [];
  const tcp = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes: Buffer) => {
      const answer = answerTo(bytes.subarray(2), { zone, asked, bytesMax: 65_535 });
      if (answer === null) return;
      const size = Buffer.alloc(2);
      size.writeUInt16BE(answer.length);
      socket.end(Buffer.concat([size, answer]));
    });
  });
  await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
  const { port } = tcp.address() as { port: number };
  const udp = createSocket("udp4");
  udp.on("message", (bytes: Buffer, from) => {
    const answer = answerTo(bytes, { zone, asked, bytesMax: 1_232 });
    if (answer !== null) udp.send(answer, from.port, from.address);
  });
  await new Promise<void>((resolve) => udp.bind(port, "127.0.0.1", () => resolve()));
  return {
    /** As `AMPLIFY_DNS_SERVERS` takes it. */
    address: `127.0.0.1:${port}`,
    /** What has been asked, as "TXT name". */
    asked,
    set: (name: string, value: DnsName) => zone.set(name, value),
    forget: (name: string) => zone.delete(name),
    async close() {
      udp.close();
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

type Known = { zone: ReadonlyMap<string, DnsName>; asked: string[]; bytesMax: number };

function answerTo(bytes: Buffer, { zone, asked, bytesMax }: Known): Buffer | null {
  let at = 12;
  const labels: string[] = [];
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    labels.push(bytes.subarray(at + 1, at + 1 + length).toString("latin1"));
    at += length + 1;
  }
  const question = bytes.subarray(12, at + 5);
  const wanted = bytes.readUInt16BE(at + 1);
  const type = Object.keys(numbers).find((one) => numbers[one] === wanted) ?? "";
  const name = labels.join(".").toLowerCase();
  asked.push(`${type} ${name}`);
  const known = zone.get(name);
  if (known === "silent") return null;
  if (known === "garbage") return Buffer.concat([bytes.subarray(0, 2), Buffer.alloc(40, 0xff)]);
  const records = known === "fails" ? [] : recordsOf(zone, { name, type });
  const code = known === "fails" ? 2 : known === undefined ? 3 : 0;
  const header = Buffer.alloc(12);
  bytes.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const whole = Buffer.concat([header, question, ...records]);
  if (whole.length <= bytesMax) return whole;
  header.writeUInt16BE(0x8180 | 0x0200, 2);
  header.writeUInt16BE(0, 6);
  return Buffer.concat([header, question]);
}

function recordsOf(zone: Known["zone"], { name, type }: { name: string; type: string }): Buffer[] {
  const known = zone.get(name);
  if (known === undefined || typeof known === "string") return [];
  const record = (of: string, data: Buffer) => {
    const head = Buffer.alloc(10);
    head.writeUInt16BE(numbers[of] ?? 0, 0);
    head.writeUInt16BE(1, 2);
    head.writeUInt32BE(60, 4);
    head.writeUInt16BE(data.length, 8);
    return Buffer.concat([encoded(name), head, data]);
  };
  const alias = known.CNAME === undefined ? [] : [record("CNAME", encoded(known.CNAME))];
  if (type === "CNAME") return alias;
  if (known.CNAME !== undefined) return [...alias, ...recordsOf(zone, { name: known.CNAME, type })];
  switch (type) {
    case "TXT":
      return (known.TXT ?? []).map((text) => record("TXT", strings(text)));
    case "MX":
      return (known.MX ?? []).map(([preference, host]) =>
        record("MX", Buffer.concat([Buffer.from([preference >> 8, preference & 255]), encoded(host)])),
      );
    case "A":
      return (known.A ?? []).map((address) => record("A", Buffer.from(address.split(".").map(Number))));
    case "AAAA":
      return (known.AAAA ?? []).map((address) => record("AAAA", whole6(address)));
    default:
      return [];
  }
}

/** In strings of 255 bytes, as a long record has to be. */
function strings(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function encoded(name: string): Buffer {
  const labels = name === "" ? [] : name.replace(/\.$/, "").split(".");
  const parts = labels
    .filter(Boolean)
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function whole6(address: string): Buffer {
  const [before = "", after] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const [left, right] = [groups(before), groups(after ?? "")];
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - left.length - right.length }, () => "0");
  const bytes = [...left, ...zeros, ...right].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return Buffer.from(bytes);
}
