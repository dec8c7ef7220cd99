import { expect, setDefaultTimeout, test } from "bun:test";
import type { ImportJob } from "../../../contract/schemas/imports.ts";
import { closesWorkspaces, type OpenedWorkspace } from "../../support/browser/openWorkspace.ts";
import { fieldLabelled } from "../../support/browser/typeInto.ts";
import { choose, nothingChosen, oneImport, openImport, read } from "../../support/leads/importDialog.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

closesWorkspaces();

const dialogText = (on: OpenedWorkspace) => on.dialog().textContent ?? "";

async function reading(job: ImportJob): Promise<OpenedWorkspace> {
  const on = await openImport(oneImport(job).answers);
  await choose(on, job.name);
  await on.settle(() => dialogText(on).includes("Check what each column holds"));
  return on;
}

test.each([
  ["email" as const, "Email", "Choose which column has the email addresses."],
  ["firstName" as const, "First name", "A lead has a first name too: choose which column has them."],
])(
  "where no column was taken for the %s, that is what is missing, said where it is chosen",
  async (field, label, missing) => {
    const on = await reading({ ...read, guess: { ...read.guess, [field]: [] } });
    expect(dialogText(on)).toContain("No leads found in the file");
    const choice = fieldLabelled(on.dialog(), label);
    expect(choice.getAttribute("aria-invalid")).toBe("true");
    expect(choice.parentElement?.querySelector(".field-error")?.textContent).toBe(missing);
  },
);

test.each([
  [30, "in the open", false],
  [31, "behind one line, or what comes after them would be out of sight", true],
])("%d columns that have no place of their own stand %s", async (count, _, isBehind) => {
  // "Contact" is one of them as long as it is not chosen.
  const others = Array.from({ length: count - 1 }, (_, index) => `Property ${index}`);
  const guess = { ...nothingChosen, firstName: ["First Name"] };
  const on = await reading({ ...read, guess, columns: [...read.columns, ...others] });
  const [line] = [...on.dialog().querySelectorAll("details")].filter((one) => one.querySelector("select"));
  expect(on.dialog().querySelector(".other-columns select")).not.toBe(null);
  expect([line !== undefined, line?.open ?? false]).toEqual([isBehind, false]);
});

test("rows that the sheet hides are told of before the start", async () => {
  const on = await reading({ ...read, hiddenRows: 2 });
  expect(dialogText(on)).toContain("2 rows that the sheet hides, by a filter for one, are imported too.");
});

test("how the letters of a file are written can be chosen where it is not UTF-8, and what is read then is shown", async () => {
  const garbled = { ...read, encoding: "windows-1252" as const, preview: [["Øehoø", "r@cz.test"]] };
  const server = oneImport(garbled);
  server.answers["GET /amplify/imports/{id}"] = ({ url }) => ({
    body: { ...garbled, encoding: url.searchParams.get("encoding"), preview: [["Řehoř", "r@cz.test"]] },
  });
  const on = await openImport(server.answers);
  await choose(on);
  await on.settle(() => dialogText(on).includes("Øehoø"));
  expect(fieldLabelled(on.dialog(), "Letters").value).toBe("windows-1252");
  await on.type("Letters", "windows-1250");
  await on.settle(() => dialogText(on).includes("Řehoř"));
  expect(fieldLabelled(on.dialog(), "Letters").value).toBe("windows-1250");
});

test("a file in UTF-8 has nothing to choose of its letters", async () => {
  const on = await reading(read);
  expect(dialogText(on)).not.toContain("Letters");
});

test("an address that stands behind a text, or only in a cell's link, is shown with what it was found in", async () => {
  const preview = [
    ["Ann", "Write to Ann <ann@example.com>"],
    ["Bea", "bea@example.com"],
  ];
  const on = await reading({ ...read, preview });
  const rows = [...on.dialog().querySelectorAll(".import-first tbody tr")].map((row) => row.textContent);
  expect(rows[0]).toContain("ann@example.com from “Write to Ann”");
  expect(rows[1]).toContain("bea@example.com");
  expect(rows[1]).not.toContain("from");
});
