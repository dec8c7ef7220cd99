import type { ImportJob } from "../../../contract/schemas/imports.ts";
import type { FetchStandIn } from "../browser/fetchStandIn.ts";
import { type OpenedWorkspace, openWorkspace } from "../browser/openWorkspace.ts";
import { fieldLabelled } from "../browser/typeInto.ts";

/** What stands in the place for a file. */
export const fileLabel = "Drop a spreadsheet here, or choose a file";

export const nothingChosen = {
  firstName: [],
  lastName: [],
  email: [],
  phone: [],
  unsubscribed: [],
  subscribed: [],
};
/** An import of one row, read and not started. */
export const read: ImportJob = {
  _id: "i1",
  name: "leads.csv",
  state: "read",
  createdAt: 0,
  sheets: [],
  sheet: null,
  columns: ["First Name", "Contact"],
  preview: [["Ann", "ann@example.com"]],
  rowCount: 1,
  truncated: false,
  guess: { ...nothingChosen, firstName: ["First Name"], email: ["Contact"] },
  unread: [],
  unreadSubscribed: [],
  choice: null,
  progress: null,
  report: null,
  fault: null,
  faultCause: null,
  undoUntil: null,
};
export const running: ImportJob = {
  ...read,
  state: "running",
  progress: { phase: "writing", done: 0, total: 1 },
};

/** A server whose one import is read as `job`; what the list says of it can be changed meanwhile. */
export function oneImport(job: ImportJob): {
  answers: FetchStandIn["answers"];
  becomes(job: ImportJob): void;
} {
  let listed: ImportJob[] = [];
  return {
    becomes(next) {
      listed = [next];
    },
    answers: {
      "POST /amplify/imports": () => ({ status: 201, body: job }),
      "GET /amplify/imports": () => ({ body: listed }),
      "POST /amplify/imports/{id}/start": () => {
        listed = [{ ...job, ...running, columns: job.columns }];
        return { status: 202, body: listed[0] };
      },
      "POST /amplify/imports/{id}/cancel": () => ({ body: job }),
      "DELETE /amplify/imports/{id}": () => ({ body: { message: "Deleted" } }),
    },
  };
}

/** The workspace with the dialog of an import open. */
export async function openImport(answers: FetchStandIn["answers"]): Promise<OpenedWorkspace> {
  const page = await openWorkspace({}, { answers });
  await page.click(page.panel("leads"), "Import");
  await page.settle(() => page.dialog().querySelector("input[type=file]") !== null);
  return page;
}

export async function choose(on: OpenedWorkspace, name = "leads.csv") {
  const input = fieldLabelled(on.dialog(), fileLabel);
  await on.act(() => {
    Object.defineProperty(input, "files", { value: [new File(["x"], name)], configurable: true });
    const { Event } = on.window;
    input.dispatchEvent(new Event("change", { bubbles: true }) as unknown as Event);
  });
}
