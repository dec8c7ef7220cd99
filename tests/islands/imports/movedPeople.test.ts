import { expect, setDefaultTimeout, test } from "bun:test";
import type { ImportJob } from "../../../contract/schemas/imports.ts";
import { closesWorkspaces, type OpenedWorkspace } from "../../support/browser/openWorkspace.ts";
import { fieldLabelled } from "../../support/browser/typeInto.ts";
import { choose, fileLabel, oneImport, openImport, read } from "../../support/leads/importDialog.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

closesWorkspaces();

const leavers: ImportJob = { ...read, name: "cleaned.csv", leavers: true };
const everybody = "Everybody in this file opted out or cannot be reached: none of them gets mail";
const dialogText = (on: OpenedWorkspace) => on.dialog().textContent ?? "";

async function reading(job: ImportJob): Promise<OpenedWorkspace> {
  const on = await openImport(oneImport(job).answers);
  await choose(on, job.name);
  await on.settle(() => dialogText(on).includes("Check what each column holds"));
  return on;
}

/** What is sent with the start. */
async function started(on: OpenedWorkspace): Promise<unknown> {
  await on.click(on.dialog(), "Import 1 row");
  await on.settle(() => on.callsTo("POST /amplify/imports/{id}/start").length === 1);
  return on.callsTo("POST /amplify/imports/{id}/start")[0]?.body;
}

test.each([true, false])(
  "a file whose name says that its people left is imported so, unless somebody says otherwise: %s",
  async (means) => {
    const on = await reading(leavers);
    expect(dialogText(on)).toContain("The file's name says that its people unsubscribed");
    const box = fieldLabelled(on.dialog(), everybody);
    expect(box).toHaveProperty("checked", true);
    if (!means) await on.act(() => box.click());
    expect(await started(on)).toMatchObject({ everybodyLeft: means });
  },
);

test("addresses without names can be imported as those of people who left, and not as leads", async () => {
  const on = await reading({ ...read, guess: { ...read.guess, firstName: [] } });
  expect(dialogText(on)).toContain("No leads found in the file");
  await on.act(() => fieldLabelled(on.dialog(), everybody).click());
  // Before the import starts, no row is called left out for the want of a name.
  expect(dialogText(on)).toContain("No name: only opted out");
  expect(dialogText(on)).not.toContain("Left out");
  expect(await started(on)).toMatchObject({ everybodyLeft: true });
});

test("rows without a name are left out unless everybody in the file opted out", async () => {
  const unfit = { text: 0, number: 0, date: 0, yesNo: 0, address: 0 };
  const fits = [{ column: "First Name", kind: "text" as const, filled: 0, unfit, values: [] }];
  const on = await reading({ ...read, preview: [["", "ann@example.com"]], fits });
  expect(dialogText(on)).toContain("Left out: 1 row without a first name");
  await on.act(() => fieldLabelled(on.dialog(), everybody).click());
  expect(dialogText(on)).not.toContain("Left out");
});

test("an archive, an address book and several files at once are refused with what to do", async () => {
  const on = await openImport(oneImport(read).answers);
  await choose(on, "audience_export.zip");
  expect(dialogText(on)).toContain("Unpack it and import its files one after the other");
  await choose(on, "contacts.vcf");
  expect(dialogText(on)).toContain("Export it as CSV instead");
  const input = fieldLabelled(on.dialog(), fileLabel);
  await on.act(() => {
    const value = ["subscribed.csv", "cleaned.csv"].map((name) => new File(["x"], name));
    Object.defineProperty(input, "files", { value, configurable: true });
    const { Event } = on.window;
    input.dispatchEvent(new Event("change", { bubbles: true }) as unknown as Event);
  });
  expect(dialogText(on)).toContain("These are 2 files. Import them one after the other");
  expect(on.callsTo("POST /amplify/imports")).toHaveLength(0);
});
