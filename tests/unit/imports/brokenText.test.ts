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

test("one name that was cut in the middle of a letter costs nobody else their accents", async () => {
  const cut = Buffer.concat([
    Buffer.from("First name,Email\nZoë,z@in.test\nAgn"),
    bytesOf("\xc3"),
    Buffer.from(",a@in.test\nJürgen,j@in.test\n"),
  ]);
  expect(await namesIn(cut)).toEqual(["Zoë", "Agn\ufffd", "Jürgen"]);
});
