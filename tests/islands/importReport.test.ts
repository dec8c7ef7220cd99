import { expect, setDefaultTimeout, test } from "bun:test";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import { closesWorkspaces } from "../support/browser/openWorkspace.ts";
import { openImport, read } from "../support/leads/importDialog.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

closesWorkspaces();

test("the report shows each row whose address came earlier, and where that was", async () => {
  const job: ImportJob = {
    ...read,
    state: "done",
    rowCount: 2,
    report: {
      added: 1,
      updated: 0,
      skipped: 1,
      optedOut: 0,
      rejected: 0,
      rejectedOptouts: 0,
      overPlan: 0,
      rejects: [],
      repeated: [
        {
          row: 5,
          text: "Eve · eve@in.test",
          reason: "an older server's words",
          cause: { code: "row_repeated", params: { row: 2 }, reply: null },
        },
      ],
    },
  };
  const on = await openImport({ "GET /amplify/imports": () => ({ body: [job] }) });
  await on.click(on.dialog(), "Details of leads.csv");
  const row = () => on.dialog().querySelector("tbody tr");
  await on.settle(() => row() !== null);
  expect([...(row()?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    "5",
    "Its address came earlier, in row 2, which took what it lacked from here",
    "Eve · eve@in.test",
  ]);
});
