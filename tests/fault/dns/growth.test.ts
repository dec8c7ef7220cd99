import { expect, test } from "bun:test";
import { domainLimits, spfLimits } from "../../../contract/limits/accounts/domains.ts";
import { questionFor, type RecordType, readAnswer } from "../../../server/accounts/domain/dns/message.ts";
import { ReceivedAnswer } from "../../../server/accounts/domain/dns/queryServer.ts";
import type { Resolver } from "../../../server/accounts/domain/dns/resolver.ts";
import { readSpf } from "../../../server/accounts/domain/records/spf.ts";

/**
 * What a byte of an answer may cost. A record has twelve bytes at least, and a name of it walks through no more labels and
 * places than a name may have, at two or three reads each.
 */
const readsPerByte = 4 + (3 * 128) / 12;

/** An answer whose every read is counted: of a number one, of a slice as many as it has bytes. */
class CountedAnswer {
  reads = 0;
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = new Proxy(bytes, {
      get: (of, name) => {
        const value = Reflect.get(of, name, of) as unknown;
        if (typeof value !== "function") return value;
        return (...given: number[]) => {
          const result = (value as (...all: number[]) => unknown).apply(of, given);
          this.reads += result instanceof Uint8Array ? result.length : 1;
          return result;
        };
      },
    });
  }
}

const headerBytes = 12;
const pointerTo = (at: number) => [0xc0 | (at >> 8), at & 0xff];
const record = (type: number, data: readonly number[], name = pointerTo(headerBytes)) =>
  Buffer.from([...name, 0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff, ...data]);

/** How many reads an answer takes that holds what `fill` makes of the bytes that it has left. */
function readsOf(type: RecordType, bytesMax: number, fill: (at: number, index: number) => Buffer): number {
  const question = questionFor({ id: 7, name: "a.test", type }) as Buffer;
  const asked = question.subarray(headerBytes, question.length - 11);
  const parts = [Buffer.from([0, 7, 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0]), asked];
  let at = headerBytes + asked.length;
  let count = 0;
  for (let next = fill(at, 0); at + next.length <= bytesMax; next = fill(at, count)) {
    parts.push(next);
    at += next.length;
    count += 1;
  }
  const whole = Buffer.concat(parts);
  whole.writeUInt16BE(Math.min(count, 0xffff), 6);
  const counted = new CountedAnswer(whole);
  readAnswer(counted.bytes, question, type);
  expect(counted.reads).toBeGreaterThan(0);
  return counted.reads;
}

/** Each leads to the one before. */
const chain = (type: number) => (at: number, index: number) =>
  index === 0 ? record(type, pointerTo(headerBytes)) : record(type, pointerTo(at - 2));
/** The same of the names that records begin with, of which the first `leads` lead on; every later one walks through them all. */
const firstAt = headerBytes + 12;
const owners = (leads: number) => (at: number, index: number) =>
  record(1, [], pointerTo(index === 0 ? headerBytes : index < leads ? at - 12 : firstAt + (leads - 1) * 12));
const hostile: [string, RecordType, (at: number, index: number) => Buffer][] = [
  [
    "strings of nothing",
    "TXT",
    () =>
      record(
        16,
        Array.from({ length: 4_000 }, () => 0),
      ),
  ],
  [
    "strings of one byte",
    "TXT",
    () =>
      record(
        16,
        Array.from({ length: 4_000 }, (_, at) => (at + 1) % 2),
      ),
  ],
  [
    "long strings",
    "TXT",
    () =>
      record(
        16,
        Array.from({ length: 4_096 }, (_, at) => (at % 256 ? 97 : 255)),
      ),
  ],
  ["names that lead to names", "CNAME", chain(5)],
  ["records whose names lead to names without end", "TXT", owners(10_000)],
  ["records whose names lead to names as far as they may", "TXT", owners(120)],
  ["aliases before nothing that was asked for", "TXT", chain(5)],
  ["thousands of small records", "TXT", () => record(16, [0])],
  ["thousands of another type", "TXT", () => record(1, [192, 0, 2, 1])],
  [
    "names of many labels",
    "TXT",
    () => record(1, [], [...Array.from({ length: 126 }, () => [1, 97]).flat(), 0]),
  ],
];

test.each(hostile)(
  "an answer of %s costs so much for each of its bytes, however many they are",
  (_, type, fill) => {
    for (const bytes of [domainLimits.answerBytes / 4, domainLimits.answerBytes, 65_535])
      expect(readsOf(type, bytes, fill) / bytes).toBeLessThan(readsPerByte);
  },
);

test("an answer over TCP is written down once, in however small pieces it comes, and no longer one than is taken", () => {
  const answer = Buffer.alloc(domainLimits.answerBytes, 7);
  const size = Buffer.from([answer.length >> 8, answer.length & 0xff]);
  const heard = new ReceivedAnswer();
  let copied = 0;
  let whole: ReturnType<ReceivedAnswer["take"]> = "short";
  for (const byte of Buffer.concat([size, answer])) {
    expect(whole).toBe("short");
    const piece = Buffer.from([byte]);
    piece.copy = (...given: Parameters<Buffer["copy"]>) => {
      copied += piece.length;
      return Buffer.prototype.copy.apply(piece, given);
    };
    whole = heard.take(piece);
  }
  expect(whole).toEqual(answer);
  expect(copied).toBe(2 + answer.length);
  expect(new ReceivedAnswer().take(Buffer.from([0xff, 0xff]))).toBe("long");
  expect(new ReceivedAnswer().take(Buffer.concat([size, answer, answer]))).toEqual(answer);
});

test("a record that includes thousands of others, in rings and in fans, asks as few as the rule allows", async () => {
  for (const fan of [1, 300]) {
    let asked = 0;
    const resolver = {
      async ask(name: string) {
        asked += 1;
        const among = Array.from({ length: fan }, (_, at) => `include:${at}.${asked % 7}.${name.slice(-9)}`);
        return { kind: "found", records: [{ type: "TXT", text: `v=spf1 ${among.join(" ")} -all` }] };
      },
    } as unknown as Resolver;
    const found = await readSpf(resolver, { domain: "ring.test", address: "192.0.2.1" });
    expect(found).toMatchObject({ kind: "fault", fault: { kind: "lookups" } });
    expect(asked).toBe(1 + spfLimits.lookupsMax);
  }
});
