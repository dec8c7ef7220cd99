import { afterAll, beforeAll, expect, test } from "bun:test";
import { read, utils } from "xlsx";
import { guessColumns } from "../../../contract/imports/guessColumns.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  person = await server.signUp();
});
afterAll(() => server.close());

async function exported(format: "csv" | "xlsx", search: string): Promise<Response> {
  const body = { which: { matching: { search } }, format };
  return (await person.client("POST /amplify/leads/export", { body })) as unknown as Response;
}

const dangerous = { firstName: "=1+1", lastName: '@SUM("x"), <b>', phone: "-5", email: "risk@example.com" };
const safe = ["'=1+1", '\'@SUM("x"), <b>', "risk@example.com", "'-5", "", "no"];

test("no cell of an exported file begins as a formula, in CSV and in a workbook", async () => {
  await person.client("POST /amplify/leads/bulk", { body: { leads: [dangerous] } });
  for (const format of ["csv", "xlsx"] as const) {
    const response = await exported(format, "risk@");
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="leads.${format}"`);
    const book = read(await response.arrayBuffer(), { type: "array", raw: true });
    const sheet = Object.values(book.Sheets)[0] ?? {};
    const [titles, row] = utils.sheet_to_json<(string | number)[]>(sheet, { header: 1, defval: "" });
    expect(titles?.slice(0, 4)).toEqual(["First name", "Last name", "Email", "Phone"]);
    expect(row?.slice(0, 6)).toEqual(safe);
    // A number that a program can add up, where the file has such.
    expect(row?.slice(6, 8)).toEqual(format === "csv" ? ["0", "0"] : [0, 0]);
  }
});

test("an export of several batches has every lead once", async () => {
  const count = leadLimits.importBatch * 2 + 3;
  const leads = Array.from({ length: count }, (_, index) => ({
    firstName: `Many${index}`,
    email: `many${index}@example.com`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const lines = (await (await exported("csv", "many")).text()).trim().split("\r\n").slice(1);
  expect(new Set(lines.map((line) => line.split(",")[2])).size).toBe(count);
  expect(lines.length).toBe(count);
});

test("who said a consent stands in an exported file in words, and an import of that file takes the consent alone", async () => {
  await person.client("POST /amplify/leads/bulk", {
    body: { leads: [{ firstName: "Cora", email: "cora@consents.example", consent: "granted" }] },
  });
  const response = await exported("csv", "@consents.");
  const [headings = [], row = []] = utils.sheet_to_json<string[]>(
    Object.values(read(await response.text(), { type: "string", raw: true }).Sheets)[0] ?? {},
    { header: 1, defval: "" },
  );
  expect(headings.slice(-3)).toEqual(["Consent", "Consent since", "Consent by"]);
  expect([row.at(-3), row.at(-1)]).toEqual(["granted", "a program"]);
  expect(guessColumns(headings).consent).toEqual(["Consent"]);
});
