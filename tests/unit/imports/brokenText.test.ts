import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachRow, readSource } from "../../../server/imports/thread/readSource.ts";

/** The names in a file that is imported: read once to look, and once more to write. */
async function namesIn(bytes: Uint8Array): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-text-"));
  const path = join(folder, "leads.csv");
  try {
    writeFileSync(path, bytes);
    const reading = await readSource(path, { sheet: null, heading: "guess" });
    const names: string[] = [];
    await eachRow(
      { path, reading, addressColumns: new Set() },
      { onRow: ([name = ""]) => names.push(name), onShare: () => {} },
    );
    return names;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const bytesOf = (text: string) => Buffer.from(text, "latin1");

test("a file of a Macintosh of before UTF-8 keeps its accents", async () => {
  const file = bytesOf("First name,Email\rJ\x9frgen,j@in.test\rZo\x91,z@in.test\r");
  expect(await namesIn(file)).toEqual(["Jürgen", "Zoë"]);
});

test("a file of Windows keeps its accents", async () => {
  const file = bytesOf("First name,Email\r\nJ\xfcrgen,j@in.test\r\n\x80 Zo\xeb,z@in.test\r\n");
  expect(await namesIn(file)).toEqual(["Jürgen", "€ Zoë"]);
});

/** Bytes of a text in one of the encodings that only decoders know. */
function bytesIn(encoding: "windows-1250" | "windows-1251" | "windows-1253", text: string): Uint8Array {
  const all = Uint8Array.from({ length: 256 }, (_, code) => code);
  const letters = Array.from(new TextDecoder(encoding).decode(all));
  return Uint8Array.from(Array.from(text, (letter) => letters.indexOf(letter)));
}

test.each([
  ["windows-1251", ["Жанна", "Ёлкин № 5", "Олег-Ann", "ПЁТР"]],
  ["windows-1250", ["Łukasz Żółć", "Małgorzata Dąbrowska", "Elżbieta", "Paweł Źrebak"]],
] as const)("a file of Windows in %s keeps its letters", async (encoding, names) => {
  const rows = names.map((name, nth) => `${name},n${nth}@in.test`);
  const file = bytesIn(encoding, ["First name,Email", ...rows, ""].join("\r\n"));
  expect(await namesIn(file)).toEqual([...names]);
});

test("a file of the west with a few signs that Polish letters would be keeps its accents", async () => {
  const names = ["Jürgen", "Zoë", "M\xfcller \xdcber 5 m\xb3", "\xbfQu\xe9?", "F\xb3orian", "\xc9l\xe9onore"];
  const rows = names.map((name, nth) => `${name},n${nth}@in.test\r\n`);
  expect(await namesIn(bytesOf(`First name,Email\r\n${rows.join("")}`))).toEqual(names);
});

test("a file in Greek is not taken for one in Russian", async () => {
  const file = bytesIn(
    "windows-1253",
    "First name,Email\r\nΓιώργος Παπαδόπουλος Ελένη Δημήτρης,n@in.test\r\n",
  );
  expect((await namesIn(file)).join("")).not.toMatch(/[а-я]/i);
});

/** 名前,メール, 佐藤花子, 髙橋ゆり and ﾔﾏﾀﾞ in Shift_JIS, and names of the west with a low quotation mark or a ƒ before an accent. */
const japanese =
  "96bc914f2c8381815b838b0d0a8db293a189d48e712c68406a702e746573740d0afbfc8bb482e482e82c794062740d0ad4cfc0de2c78";

test("a file of Windows in Japanese keeps its letters, and one of the west with rare signs its own", async () => {
  expect(await namesIn(Buffer.from(japanese, "hex"))).toEqual(["佐藤花子", "髙橋ゆり", "ﾔﾏﾀﾞ"]);
  const west = bytesOf(
    "Name,Email\r\n\x82\xc4rger\x91 \x82\xd6l\x91,a@in.test\r\n\x83\x40 Zo\xeb,z@in.test\r\n",
  );
  expect(await namesIn(west)).toEqual(["‚Ärger‘ ‚Öl‘", "ƒ@ Zoë"]);
});

test("one name that was cut in the middle of a letter costs nobody else their accents", async () => {
  const cut = Buffer.concat([
    Buffer.from("First name,Email\nZoë,z@in.test\nAgn"),
    bytesOf("\xc3"),
    Buffer.from(",a@in.test\nJürgen,j@in.test\n"),
  ]);
  expect(await namesIn(cut)).toEqual(["Zoë", "Agn\ufffd", "Jürgen"]);
});
