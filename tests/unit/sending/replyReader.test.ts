import { describe, expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { ReplyReader, type SmtpReply } from "../../../server/sending/senders/dialogue/ReplyReader.ts";

const bytes = (text: string) => Buffer.from(text);

function read(...pieces: Uint8Array[]) {
  const reader = new ReplyReader();
  const replies: SmtpReply[] = [];
  const isBounded = pieces.every((piece) => reader.read(piece, (reply) => replies.push(reply)));
  return { replies, isBounded };
}

/** What a server said, and the replies in it. */
const rows: [string, SmtpReply[]][] = [
  ["250 ok\r\n", [{ code: 250, text: "250 ok" }]],
  ["250\r\n", [{ code: 250, text: "250" }]],
  ["250 ok\n", [{ code: 250, text: "250 ok" }]],
  ["250-a\r\n250-\r\n250 b\r\n", [{ code: 250, text: "250-a\n250-\n250 b" }]],
  [
    "\r\n250 a\r\n\r\n550 b\r\n",
    [
      { code: 250, text: "250 a" },
      { code: 550, text: "550 b" },
    ],
  ],
  ["250 gr\u00fc\u00df\r\n", [{ code: 250, text: "250 gr\u00fc\u00df" }]],
  ["SSH-2.0-OpenSSH\r\n", [{ code: 0, text: "SSH-2.0-OpenSSH" }]],
  ["2500 ok\r\n", [{ code: 0, text: "2500 ok" }]],
  ["199 ok\r\n", [{ code: 0, text: "199 ok" }]],
  ["950 ok\r\n", [{ code: 0, text: "950 ok" }]],
  ["250-a\r\n550 b\r\n", [{ code: 0, text: "250-a\n550 b" }]],
  ["250-a\r\nwhat\r\n", [{ code: 0, text: "250-a\nwhat" }]],
  ["250-a\r\n250", []],
  ["\u0000\u0001\r\n", [{ code: 0, text: "\u0000\u0001" }]],
];

describe("the replies of a server", () => {
  for (const [said, expected] of rows)
    test(`are read from ${JSON.stringify(said)}, wherever it is cut`, () => {
      expect(read(bytes(said))).toEqual({ replies: expected, isBounded: true });
      for (let cut = 1; cut < bytes(said).length; cut += 1)
        expect(read(bytes(said).subarray(0, cut), bytes(said).subarray(cut)).replies).toEqual(expected);
      expect(read(...[...bytes(said)].map((byte) => Uint8Array.of(byte))).replies).toEqual(expected);
    });

  test("that are no UTF-8 keep their bytes", () => {
    expect(read(Uint8Array.of(0x32, 0x35, 0x30, 0x20, 0xfc, 0x0a)).replies).toEqual([
      { code: 250, text: "250 \u00fc" },
    ]);
  });

  test("are forgotten with all that stands behind one", () => {
    const reader = new ReplyReader();
    const codes: number[] = [];
    const hear = ({ code }: SmtpReply) => {
      codes.push(code);
      if (code === 220) reader.forget();
    };
    expect(reader.read(bytes("220 go\r\n250-injected\r\n250 more\r\n25"), hear)).toBe(true);
    reader.read(bytes("0 ok\r\n354 go\r\n"), hear);
    // "0 ok" is the rest of what was forgotten, and no reply.
    expect(codes).toEqual([220, 0, 354]);
  });

  const { replyLineBytes, repliesBytes, replyLines } = sendLimits;
  const tooMuch: Record<string, string> = {
    "a line without an end": "2".repeat(replyLineBytes + 1),
    "a line that is too long": `250 ${"x".repeat(replyLineBytes)}\r\n`,
    "lines without a last one": "250-x\r\n".repeat(replyLines + 1),
    "empty lines": "\r\n".repeat(repliesBytes / 2 + 1),
  };
  for (const [what, said] of Object.entries(tooMuch))
    test(`have bounds, and ${what} is more than a reply may be`, () => {
      expect(read(bytes(said)).isBounded).toBe(false);
      expect(read(...[...bytes(said)].map((byte) => Uint8Array.of(byte))).isBounded).toBe(false);
    });

  test("may be many, as long as each is bounded", () => {
    const said = `250-${"x".repeat(500)}\r\n250 ok\r\n`.repeat(1_000);
    expect(read(bytes(said))).toMatchObject({ isBounded: true, replies: { length: 1_000 } });
  });
});
