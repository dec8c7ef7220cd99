import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { textEncodings } from "../../../contract/imports/textEncodings.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  ada = await server.signUp();
});
afterAll(() => server.close());

const upload = (content: Buffer<ArrayBuffer> | string, name = "leads.csv") =>
  ada.client("POST /amplify/imports", { query: { name }, body: new Blob([content]) });
const look = (id: string, query?: { encoding?: (typeof textEncodings)[number]; heading?: number }) =>
  ada.client("GET /amplify/imports/{id}", { params: { id }, ...(query ? { query } : {}) });

/** Two names in windows-1250: Řehoř Dvořák and Ľubica Šťastná. */
const czech = Buffer.from(
  "First name,Email\r\n\xd8eho\xf8 Dvo\xf8\xe1k,r@cz.test\r\n\xbcubica \x8a\x9dastn\xe1,l@cz.test\r\n",
  "latin1",
);
/** "名前,メール" and 佐藤花子 in Shift_JIS. */
const japanese = Buffer.from("96bc914f2c8381815b838b0d0a8db293a189d48e712c68406a702e746573740d0a", "hex");

test("a text that is not UTF-8 says what it is read as, and is read as something else where that is asked for", async () => {
  const job = await upload(czech);
  expect(job).toMatchObject({
    encoding: "windows-1252",
    preview: [
      ["Øehoø Dvoøák", "r@cz.test"],
      [expect.anything(), "l@cz.test"],
    ],
  });
  const turned = await look(job._id, { encoding: "windows-1250" });
  expect(turned).toMatchObject({
    encoding: "windows-1250",
    preview: [
      ["Řehoř Dvořák", "r@cz.test"],
      ["Ľubica Šťastná", "l@cz.test"],
    ],
  });
  // It is kept with the import: another heading, a restart and the import itself go by it.
  expect(await look(job._id)).toEqual(turned);
  expect(await look(job._id, { heading: 2 })).toMatchObject({ encoding: "windows-1250", heading: 2 });
  const { guess } = await look(job._id, { heading: 1 });
  const params = { id: job._id };
  await ada.client("POST /amplify/imports/{id}/start", {
    params,
    body: { columns: guess, existing: "update" },
  });
  await until(async () => (await look(job._id)).state === "done");
  const found = await ada.client("GET /amplify/leads", { query: { page: 1, search: "@cz.test" } });
  expect(JSON.stringify(found)).toContain("Ľubica Šťastná");
});

test("headings are found anew in the letters that are chosen", async () => {
  const job = await upload(japanese);
  expect(job).toMatchObject({ encoding: "shift_jis", columns: ["名前", "メール"] });
  expect(await look(job._id, { encoding: "windows-1252" })).toMatchObject({ guess: { firstName: [] } });
  const turned = await look(job._id, { encoding: "shift_jis" });
  expect(turned).toMatchObject({
    columns: ["名前", "メール"],
    heading: 1,
    preview: [["佐藤花子", "h@jp.test"]],
  });
  expect(turned.guess).toMatchObject({ firstName: ["名前"], email: ["メール"] });
});

test("UTF-8 names no encoding, a workbook takes none, and one that no file is in is refused by name", async () => {
  const { _id: id, ...job } = await upload("First name,Email\nZoë,z@utf.test\n");
  expect(job).not.toHaveProperty("encoding");
  await expect(look(id, { encoding: "ebcdic" as never })).rejects.toThrow(
    /^encoding is one of windows-1252, /,
  );
  const { textRow, workbookOf } = await import("../../support/sheets/workbook.ts");
  const xml = textRow(1, ["Name", "Email"]) + textRow(2, ["Ada", "a@book.test"]);
  const book = await upload(Buffer.from(workbookOf({ sheets: [{ xml }] })), "book.xlsx");
  expect(book).not.toHaveProperty("encoding");
  await expect(look(book._id, { encoding: "big5" })).rejects.toThrow("Only a .csv file is read in another");
});

test("every encoding that can be chosen is known to the decoder", () => {
  for (const encoding of textEncodings) expect(new TextDecoder(encoding).encoding).toBeString();
});
