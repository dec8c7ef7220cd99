import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { reason } from "../../contract/reasons.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import { exact } from "../../contract/texts/en/exact.ts";
import { closesWorkspaces, type OpenedWorkspace, openWorkspace } from "../support/browser/openWorkspace.ts";
import { buttonNamed, fieldLabelled } from "../support/browser/typeInto.ts";
import {
  choose,
  fileLabel,
  nothingChosen,
  oneImport,
  openImport,
  read,
  running,
} from "../support/leads/importDialog.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

closesWorkspaces();

const counts = {
  added: 1,
  updated: 0,
  skipped: 0,
  optedOut: 0,
  rejected: 0,
  rejectedOptouts: 0,
  overPlan: 0,
  rejects: [],
};
const done: ImportJob = { ...read, state: "done", report: counts, undoUntil: Date.now() + 60_000 };

/** Opens the dialog, gives it a file that the server reads as `job`, and waits for its columns. */
async function reading(job: ImportJob, server = oneImport(job)) {
  const on = await openImport(server.answers);
  await choose(on);
  await on.settle(() => dialogText(on).includes("Check what each column holds"));
  return { on, server };
}

const dialogText = (on: OpenedWorkspace) => on.dialog().textContent ?? "";
const lineText = (on: OpenedWorkspace) => on.document.querySelector(".activity-line")?.textContent ?? "";
/** What the list of everything under way offers, once somebody has opened that. */
async function clickInList(on: OpenedWorkspace, name: string) {
  await on.click(on.document, "Show what is under way");
  await on.click(on.document.querySelector(".activities") as HTMLElement, name);
}

describe("choosing what to import", () => {
  test("a file of another kind is refused before it travels", async () => {
    const on = await openImport(oneImport(read).answers);
    await choose(on, "leads.pdf");
    expect(dialogText(on)).toContain("Please choose a .csv, .xls, .xlsx file");
    expect(on.callsTo("POST /amplify/imports")).toHaveLength(0);
  });

  test("what the server refuses is said, and another file can be chosen", async () => {
    const on = await openImport({
      "POST /amplify/imports": () => ({
        status: 415,
        body: { message: "This is not a sheet", code: "unsupported_media_type" },
      }),
    });
    await choose(on);
    await on.settle(() => dialogText(on).includes("This is not a sheet"));
    expect(fieldLabelled(on.dialog(), fileLabel).getAttribute("aria-invalid")).toBe("true");
  });

  test("pasted rows without headings travel as they are too, as the server sees what they hold", async () => {
    const on = await openImport(oneImport(read).answers);
    await on.type("Or paste rows", "Ann\tLee\tann@example.com\nBob\tRay\tbob@example.com");
    await on.click(on.dialog(), "Read the pasted rows");
    await on.settle(() => on.callsTo("POST /amplify/imports").length === 1);
    const sent = on.callsTo("POST /amplify/imports")[0]?.body as File;
    expect(await sent.text()).toBe("Ann\tLee\tann@example.com\nBob\tRay\tbob@example.com");
  });

  test("pasted rows with headings travel as they are", async () => {
    const on = await openImport(oneImport(read).answers);
    await on.type("Or paste rows", "Name;Email\nAnn;ann@example.com");
    await on.click(on.dialog(), "Read the pasted rows");
    await on.settle(() => on.callsTo("POST /amplify/imports").length === 1);
    const sent = on.callsTo("POST /amplify/imports")[0]?.body as File;
    expect(await sent.text()).toBe("Name;Email\nAnn;ann@example.com");
  });
});

describe("the columns of an import", () => {
  test("are guessed, corrected and started with", async () => {
    const { on } = await reading({ ...read, guess: { ...nothingChosen, firstName: ["First Name"] } });
    expect(dialogText(on)).toContain(exact.noLeadsInFile);
    expect(buttonNamed(on.dialog(), "Import 1 row").disabled).toBe(true);
    expect(fieldLabelled(on.dialog(), "First name").value).toBe(":First Name");
    await on.type("Email", ":Contact");
    expect(on.dialog().querySelector("tbody")?.textContent).toContain("ann@example.com");
    await on.act(() =>
      [...on.dialog().querySelectorAll<HTMLInputElement>("input[type=radio]")].at(-1)?.click(),
    );
    await on.click(on.dialog(), "Import 1 row");
    await on.settle(() => on.callsTo("POST /amplify/imports/{id}/start").length === 1);
    expect(on.callsTo("POST /amplify/imports/{id}/start")[0]?.body).toEqual({
      columns: { ...nothingChosen, firstName: ["First Name"], email: ["Contact"] },
      existing: "skip",
    });
  });

  test("are those of the sheet that is chosen", async () => {
    const book = { ...read, name: "book.xlsx", sheets: ["One", "Two"], sheet: "One" };
    const server = oneImport(book);
    server.answers["GET /amplify/imports/{id}"] = ({ url }) => ({
      body: { ...book, sheet: url.searchParams.get("sheet"), rowCount: 7 },
    });
    const { on } = await reading(book, server);
    await on.type("Sheet", "Two");
    await on.settle(() => dialogText(on).includes("Import 7 rows"));
    expect(fieldLabelled(on.dialog(), "Sheet").value).toBe("Two");
  });

  test("left without an import, the file is thrown away", async () => {
    const { on } = await reading(read);
    await on.click(on.dialog(), "Another file");
    await on.settle(() => on.callsTo("DELETE /amplify/imports/{id}").length === 1);
  });
});

async function started(server = oneImport(read)) {
  const { on } = await reading(read, server);
  await on.click(on.dialog(), "Import 1 row");
  await on.settle(() => dialogText(on).includes("0 of 1 rows"));
  return { on, server };
}

describe("the values of a column", () => {
  test("are asked about where values say neither that somebody unsubscribed nor that they did not", async () => {
    const server = oneImport({
      ...read,
      columns: ["First Name", "Contact", "Left"],
      preview: [
        ["Ann", "ann@example.com", "perhaps"],
        ["Bob", "bob@example.com", "ja"],
      ],
      rowCount: 2,
      guess: { ...read.guess, unsubscribed: ["Left"] },
      unread: [
        { column: "Contact", count: 2, values: ["ann@example.com", "bob@example.com"] },
        { column: "Left", count: 3, values: ["perhaps", "?"] },
      ],
    });
    const { on } = await reading(read, server);
    const asked = '3 values of "Left" could not be read as yes or no: "perhaps", "?".';
    const optouts = () =>
      [...on.dialog().querySelectorAll("tbody td:last-child")].map((cell) => cell.textContent);
    const mean = (word: string) =>
      on.act(() =>
        [...on.dialog().querySelectorAll<HTMLInputElement>("input[name=unreadMeans]")]
          .find((input) => input.closest("label")?.textContent?.startsWith(word))
          ?.click(),
      );
    expect(dialogText(on)).toContain(asked);
    expect(optouts()).toEqual(["?", "Yes"]);
    expect(buttonNamed(on.dialog(), "Import 2 rows").disabled).toBe(true);
    await mean("They did not");
    expect(optouts()).toEqual(["No", "Yes"]);
    // Another column has other values, so what was said does not hold for them.
    await on.type("Unsubscribed", "");
    expect(dialogText(on)).not.toContain("could not be read");
    await on.type("Unsubscribed", ":Left");
    expect(buttonNamed(on.dialog(), "Import 2 rows").disabled).toBe(true);
    await mean("They unsubscribed");
    expect(optouts()).toEqual(["Yes", "Yes"]);
    await on.click(on.dialog(), "Import 2 rows");
    await on.settle(() => on.callsTo("POST /amplify/imports/{id}/start").length === 1);
    expect(on.callsTo("POST /amplify/imports/{id}/start")[0]?.body).toMatchObject({
      unreadMeans: "unsubscribed",
    });
  });
});

describe("the values of a column that says who wants mail", () => {
  test("are read the other way round, and it is shown as such a column", async () => {
    const { on } = await reading({
      ...read,
      columns: ["First Name", "Contact", "Newsletter"],
      preview: [
        ["Ann", "ann@example.com", "no"],
        ["Bob", "bob@example.com", "yes"],
        ["Cem", "cem@example.com", ""],
      ],
      rowCount: 3,
      guess: { ...read.guess, subscribed: ["Newsletter"] },
      unreadSubscribed: [{ column: "Newsletter", count: 1, values: [""] }],
    });
    const optouts = () =>
      [...on.dialog().querySelectorAll("tbody td:last-child")].map((cell) => cell.textContent);
    const field = (label: string) => fieldLabelled(on.dialog(), label);
    expect([field("Subscribed").value, field("Unsubscribed").value]).toEqual([":Newsletter", ""]);
    expect(dialogText(on)).toContain("A no here: no mail.");
    expect(dialogText(on)).toContain('1 value of "Newsletter" could not be read as yes or no: blank.');
    expect(optouts()).toEqual(["Yes", "No", "?"]);
    // A column says one of the two, and what a person says of it outweighs the guess.
    await on.type("Unsubscribed", ":Newsletter");
    expect(field("Subscribed").value).toBe("");
    expect(optouts()).toEqual(["No", "Yes", "No"]);
    await on.click(on.dialog(), "Import 3 rows");
    await on.settle(() => on.callsTo("POST /amplify/imports/{id}/start").length === 1);
    expect(on.callsTo("POST /amplify/imports/{id}/start")[0]?.body).toMatchObject({
      columns: { unsubscribed: ["Newsletter"], subscribed: [] },
    });
  });
});

describe("an import under way", () => {
  test("goes on when its dialog is closed, and ends in the report", async () => {
    const { on, server } = await started();
    await on.click(on.dialog(), "Close");
    await on.settle(() => lineText(on).includes("0 of 1 rows"));
    expect(on.callsTo("DELETE /amplify/imports/{id}")).toHaveLength(0);
    const asked = on.callsTo("GET /amplify/leads").length;
    const rejects = [
      { row: 3, reason: "First name or email is missing", cause: reason("name_or_email_missing") },
    ];
    server.becomes({ ...done, report: { ...counts, rejected: 1, rejectedOptouts: 1, rejects } });
    // The line has room for what there is any of.
    await on.settle(() =>
      lineText(on).includes("1 added, 1 rejected, opt-outs of rows without a lead remembered: 1"),
    );
    await on.settle(() => on.callsTo("GET /amplify/leads").length > asked);
    await clickInList(on, "Details");
    await on.settle(() => dialogText(on).includes("First name or email is missing"));
    expect(on.dialog().querySelector("a[download]")?.getAttribute("href")).toBe(
      "/amplify/imports/i1/rejects",
    );
  });

  test.each(["done", "failed"] as const)(
    "that is %s with leads that did not fit the plan says so, and leads to where plans are upgraded",
    async (state) => {
      const { on, server } = await started();
      const fault = "The Free plan holds 50 leads: 2 leads of the file were not added.";
      server.becomes({ ...done, state, fault, report: { ...counts, rejected: 2, overPlan: 2 } });
      await on.settle(() => on.dialog().querySelector(".notice a") !== null);
      expect(on.dialog().querySelector(".notice")?.textContent).toContain(fault);
      expect(dialogText(on)).toContain("1 added, 0 updated, 0 skipped, 2 rejected.");
      const link = on.dialog().querySelector(".notice a");
      expect([link?.textContent, link?.getAttribute("href")]).toEqual([
        "See the plans and upgrade",
        "/pricing",
      ]);
    },
  );

  test("is stopped by its button", async () => {
    const { on, server } = await started();
    await on.click(on.dialog(), "Stop");
    expect(on.callsTo("POST /amplify/imports/{id}/cancel")).toHaveLength(1);
    server.becomes({ ...done, state: "cancelled" });
    await on.settle(() => dialogText(on).includes("The import was stopped. 1 added"));
  });

  test("that ended while its button was pressed shows that end and no fault", async () => {
    const server = oneImport(read);
    server.answers["POST /amplify/imports/{id}/cancel"] = () => {
      server.becomes(done);
      return { status: 409, body: { message: "This import is not under way.", code: "conflict" } };
    };
    const { on } = await started(server);
    await on.click(on.dialog(), "Stop");
    await on.settle(() => /1 added, 0 updated|not under way/.test(dialogText(on)));
    expect(dialogText(on)).toContain("1 added, 0 updated");
  });

  test("tells why it failed", async () => {
    const { on, server } = await started();
    server.becomes({ ...done, state: "failed", fault: "Your plan holds 500 leads", report: null });
    await on.settle(() => dialogText(on).includes("Your plan holds 500 leads"));
  });

  test("is shown where it was begun in another tab", async () => {
    const page = await openWorkspace(
      {},
      { answers: { "GET /amplify/imports": () => ({ body: [running] }) } },
    );
    await page.settle(() => lineText(page as OpenedWorkspace).includes("0 of 1 rows"));
  });
});

describe("the end of an import", () => {
  const toasts = (on: OpenedWorkspace) =>
    [...on.document.querySelectorAll(".toast-tray .notice")].map((toast) => toast.textContent);
  const outcome = "1 added, 0 updated, 0 skipped, 0 rejected";
  /** On the line, which has little room. */
  const brief = "1 added";
  const timesTold = (on: OpenedWorkspace) => (on.document.body.textContent ?? "").split(brief).length - 1;

  test("is told once where it ends: in the dialog that shows it", async () => {
    const { on, server } = await started();
    server.becomes(done);
    await on.settle(() => dialogText(on).includes(outcome));
    expect([timesTold(on), toasts(on)]).toEqual([1, []]);
    await on.click(on.dialog(), "Close");
    expect(timesTold(on)).toBe(0);
  });

  test("is told once where its dialog was closed: by the line of what is under way, which is read out", async () => {
    const { on, server } = await started();
    await on.click(on.dialog(), "Close");
    await on.settle(() => lineText(on).includes("0 of 1 rows"));
    const said = () => on.document.querySelector('.activity-line [role="status"]')?.textContent;
    expect(said()).toBe("");
    server.becomes(done);
    await on.settle(() => said() === brief);
    expect([timesTold(on), toasts(on)]).toEqual([1, []]);
  });

  test("is told once over another tab, from where its details are a press away", async () => {
    const { on, server } = await started();
    await on.click(on.dialog(), "Close");
    await on.act(() => on.document.getElementById("tab-accounts")?.click());
    server.becomes(done);
    await on.settle(() => lineText(on).includes(brief));
    expect([timesTold(on), toasts(on)]).toEqual([1, []]);
    await clickInList(on, "Details");
    await on.settle(() => dialogText(on).includes(outcome));
    expect(on.panel("leads").hidden).toBe(false);
    expect([timesTold(on), toasts(on)]).toEqual([1, []]);
  });
});

test("an earlier import is undone after a second look", async () => {
  const server = oneImport(read);
  server.becomes(done);
  server.answers["POST /amplify/imports/{id}/undo"] = () => {
    server.becomes({ ...done, state: "undone" });
    return { status: 202, body: { ...done, state: "undoing" } };
  };
  const on = await openImport(server.answers);
  await on.settle(() => dialogText(on).includes("Earlier imports"));
  await on.click(on.dialog(), "Details of leads.csv");
  await on.click(on.dialog(), "Undo the import");
  expect(on.callsTo("POST /amplify/imports/{id}/undo")).toHaveLength(0);
  expect(dialogText(on)).toContain("deletes the 1 lead that it added");
  await on.click(on.dialog(), "Undo the import");
  await on.settle(() => dialogText(on).includes("The import was undone."));
  expect(on.callsTo("POST /amplify/imports/{id}/undo")).toHaveLength(1);
});
