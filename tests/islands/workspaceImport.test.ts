import { afterEach, expect, test } from "bun:test";
import { sentences } from "../../contract/errors.ts";
import type { FetchStandIn } from "../support/fetchStandIn.ts";
import { type OpenedWorkspace, openWorkspace } from "../support/openWorkspace.ts";
import { fieldLabelled } from "../support/typeInto.ts";

let page: OpenedWorkspace | undefined;
afterEach(async () => {
  await page?.close();
  page = undefined;
});

type Row = Record<string, string>;

/** Opens the import dialog and gives it a file that the stand-in server reads as `rows`. */
async function importing(rows: Row[], bulk: FetchStandIn["answers"] = {}, fileName = "leads.csv") {
  const opened = await openWorkspace(
    {},
    {
      answers: {
        "POST /files/convert/excel-to-json": () => ({ body: { data: rows } }),
        ...bulk,
      },
    },
  );
  page = opened;
  await opened.click(opened.panel("leads"), "Import");
  const input = fieldLabelled(opened.dialog(), "File");
  await opened.act(() => {
    Object.defineProperty(input, "files", { value: [new File(["x"], fileName)], configurable: true });
    const { Event } = opened.window;
    input.dispatchEvent(new Event("change", { bubbles: true }) as unknown as Event);
  });
  return opened;
}
const dialogText = (opened: OpenedWorkspace) => opened.dialog().textContent ?? "";

test("a file of another kind is refused before it travels", async () => {
  const opened = await importing([], {}, "leads.pdf");
  expect(dialogText(opened)).toContain("Please choose a .csv, .xls, .xlsx file");
  expect(opened.callsTo("POST /files/convert/excel-to-json")).toHaveLength(0);
});

test("a file without rows says so", async () => {
  const opened = await importing([]);
  await opened.settle(() => dialogText(opened).includes(sentences.noLeadsInFile));
});

test("columns are guessed by name, and can be corrected", async () => {
  const opened = await importing([{ "First Name": "Ann", Contact: "ann@example.com" }]);
  await opened.settle(() => dialogText(opened).includes(sentences.noLeadsInFile));
  expect(fieldLabelled(opened.dialog(), "First name").value).toBe(":First Name");
  await opened.type("E-mail", ":Contact");
  await opened.settle(() => dialogText(opened).includes("Import 1 lead"));
  expect(opened.dialog().querySelector("tbody")?.textContent).toContain("ann@example.com");
});

test("the report tells added, updated and each rejected row by its row in the file", async () => {
  const rows = [
    { Name: "Ann", Email: "ann@example.com" },
    { Name: "", Email: "nobody@example.com" },
    { Name: "Bob", Email: "not an address" },
  ];
  const answer = {
    added: 1,
    updated: 0,
    skipped: 0,
    rejected: [{ row: 2, reason: "This is not an e-mail address" }],
  };
  const opened = await importing(rows, { "POST /amplify/leads/bulk": () => ({ body: answer }) });
  await opened.settle(() => dialogText(opened).includes("Import 2 leads"));
  await opened.click(opened.dialog(), "Import 2 leads");
  await opened.settle(() => dialogText(opened).includes("1 added, 0 updated, 0 skipped, 2 rejected"));
  const reported = [...opened.dialog().querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.textContent),
  );
  expect(reported).toEqual([
    ["3", "First name or e-mail is missing"],
    ["4", "This is not an e-mail address"],
  ]);
});

test("a refused batch stops the import and says what is in", async () => {
  const rows = Array.from({ length: 700 }, (_, index) => ({
    name: `N${index}`,
    email: `n${index}@example.com`,
  }));
  let batches = 0;
  const opened = await importing(rows, {
    "POST /amplify/leads/bulk": () => {
      batches += 1;
      return batches === 1
        ? { body: { added: 500, updated: 0, skipped: 0, rejected: [] } }
        : { status: 403, body: { message: "Your plan holds 500 leads", code: "plan_limit" } };
    },
  });
  await opened.settle(() => dialogText(opened).includes("Import 700 leads"));
  await opened.click(opened.dialog(), "Import 700 leads");
  await opened.settle(() => dialogText(opened).includes("Your plan holds 500 leads"));
  expect(dialogText(opened)).toContain("500 added");
});
