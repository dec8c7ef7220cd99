import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { CFB } from "xlsx";
import type { Refusal } from "../../contract/errors.ts";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { hostile } from "../support/sheets/hostile.ts";
import { bytesOf, openSheets, refusalOf } from "../support/sheets/openSheets.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

// What hurts must be caught by looking at it, never by waiting it out: its time is not up before the test's own is.
const sheets = openSheets({ parseMs: 10 * 60_000 });
const convert = (bytes: Uint8Array, name = "leads.xlsx") => sheets.convert({ name, bytes });
const fixture = (name: string) => Bun.file(join(import.meta.dir, "../support/sheets", name)).bytes();
const heavy = "takes too much time or memory";
const lead = { "First name": "Ada", Email: "ada@example.com" };

test("a workbook that claims a whole sheet is read for what it holds", async () => {
  expect(await convert(hostile.dimensionOfAWholeSheet())).toEqual({
    columns: Object.keys(lead),
    rows: [lead],
  });
});

test("one cell in the far corner is left out, and the answer says so", async () => {
  expect(await convert(hostile.cellInTheFarCorner())).toEqual({
    columns: Object.keys(lead),
    rows: [lead],
    truncated: true,
  });
});

test.each([
  "sharedTextsBomb",
  "sharedTextsBombThatLies",
  "sharedTextsBombBelowTheBound",
  "oneTextInAMillionCells",
  "nothingThatLies",
  "millionsOfCellsInOneRow",
] as const)("%s is refused as too large", async (name) => {
  expect(await refusalOf(convert(hostile[name]()))).toMatchObject({ status: 413, code: "too_large" });
});

test.each(["leadsBelowTheLastRow", "oneTagWithoutAnEnd", "entitiesThatUnfold"] as const)(
  "%s is refused for what it is, not for its time",
  async (name) => {
    const refusal = await refusalOf(convert(hostile[name]()));
    expect(refusal.status).toBe(400);
    expect(refusal.message).not.toContain(heavy);
  },
);

test("millions of styles cost a workbook nothing but themselves", async () => {
  expect((await convert(hostile.millionsOfStyles())).rows).toEqual([lead]);
});

test.each([
  ["separators", ","],
  ["quotes", '"'],
  ["line ends", "\n"],
  ["odd quotes", 'a,"b""\n'],
  ["quotes that never close", ',"\n""'],
  ["letters", "a"],
  ["cells of one line that end with a quote", 'a,"'],
  ["cells of one line that begin with a quote", '"a,'],
])("ten megabytes of %s end before their time is up", async (_, text) => {
  const bytes = bytesOf(text.repeat(Math.floor(sheetLimits.fileBytes / text.length)));
  const message = await convert(bytes, "a.csv").then(
    () => "",
    (refusal: Refusal) => `${refusal.status} ${refusal.message}`,
  );
  expect(message).not.toContain(heavy);
});

test("a compound file whose sectors follow each other in a ring is refused", async () => {
  const bytes = (await fixture("xlwt.xls")).slice();
  const view = new DataView(bytes.buffer);
  const tableAt = (view.getUint32(76, true) + 1) * 512;
  for (let sector = 0; sector < 128; sector += 1) view.setUint32(tableAt + sector * 4, 0, true);
  const refusal = await refusalOf(convert(bytes));
  expect(refusal.status).toBe(400);
  expect(refusal.message).not.toContain(heavy);
});

test("an old workbook with a password is refused with what to do", async () => {
  const folder = CFB.read(Buffer.from(await fixture("xlwt.xls")), { type: "buffer" });
  const stream = Buffer.from(CFB.find(folder, "Workbook")?.content ?? []);
  const startBytes = 4 + stream.readUInt16LE(2);
  // The record FilePass (MS-XLS section 2.4.117) right after the first, here with the oldest of ciphers.
  const filePass = Buffer.from([0x2f, 0, 6, 0, 0, 0, 1, 2, 3, 4]);
  const locked = Buffer.concat([stream.subarray(0, startBytes), filePass, stream.subarray(startBytes)]);
  const copy = CFB.utils.cfb_new();
  CFB.utils.cfb_add(copy, "/Workbook", locked);
  const bytes = new Uint8Array(CFB.write(copy, { type: "array" }) as number[]);
  expect((await refusalOf(convert(bytes))).message).toContain("Remove the password");
});

test("a compound file of another kind is refused, also one with a web page where the workbook would be", async () => {
  for (const [stream, text] of [
    ["/WordDocument", "Name"],
    ["/Workbook", "<html><table><tr><td>Name</td></tr></table>"],
  ] as const) {
    const folder = CFB.utils.cfb_new();
    CFB.utils.cfb_add(folder, stream, Buffer.from(text));
    const refusal = await refusalOf(
      convert(new Uint8Array(CFB.write(folder, { type: "array" }) as number[])),
    );
    expect(refusal.message).toContain("not a spreadsheet");
  }
});

test.each(["openpyxl.xlsx", "xlwt.xls"])(
  "%s with bytes changed at random ends as rows or as a refusal",
  async (name) => {
    const whole = await fixture(name);
    const place = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: 1, maxLength: 8 }), async (places) => {
        const bytes = whole.slice();
        for (const { at, byte } of places) bytes[at] = byte;
        const status = await convert(bytes).then(
          () => 200,
          (error: { status?: number }) => error.status,
        );
        expect([200, 400, 413]).toContain(status ?? 0);
      }),
      { numRuns: 15 },
    );
  },
);
