import { expect, setDefaultTimeout, test } from "bun:test";
import type { PlanAnswer } from "../../contract/schemas/account.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../support/browser/openWorkspace.ts";
import { choose, oneImport, openImport, read } from "../support/leads/importDialog.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

closesWorkspaces();

const holding = (leadsMax: number): { body: PlanAnswer } => ({
  body: { plan: "free", leadsMax, abTesting: false, advancedAnalytics: false, api: false, automation: false },
});
const said = (on: OpenedWorkspace) => on.dialog().querySelector(".plan-end");

test("where the plan's leads are all there, that is said before a lead is filled in, and once after it", async () => {
  const leads = [someLead, { ...someLead, _id: "l2", email: "b@example.com" }];
  const full = { status: 403, body: { message: "No more fit.", code: "plan_limit" } };
  const on = await openWorkspace(
    { leads },
    { answers: { "GET /amplify/plan": () => holding(2), "POST /amplify/leads": () => full } },
  );
  await on.click(on.panel("leads"), "Add Lead");
  await on.settle(() => said(on) !== null);
  expect(said(on)?.textContent).toContain("Your plan holds 2 leads, and all of them are there.");
  expect(said(on)?.querySelector("a")?.getAttribute("href")).toBe("/pricing");
  await on.type("First name", "Ann");
  await on.type("Last name", "Lee");
  await on.type("Email", "c@example.com");
  await on.click(on.dialog(), "Add Lead");
  await on.settle(() => on.dialog().textContent?.includes("No more fit.") === true);
  expect([...on.dialog().querySelectorAll('a[href="/pricing"]')]).toHaveLength(1);
});

test("while the plan has room for more, nothing is said of it", async () => {
  const on = await openWorkspace(
    { leads: [someLead] },
    { answers: { "GET /amplify/plan": () => holding(50) } },
  );
  await on.click(on.panel("leads"), "Add Lead");
  await on.settle(() => on.document.querySelector("dialog[open] form") !== null);
  expect(on.callsTo("GET /amplify/plan")).not.toHaveLength(0);
  expect(said(on)).toBeNull();
});

test("how many of a file's rows the plan has room for is said before they are imported", async () => {
  const on = await openImport({
    ...oneImport({ ...read, rowCount: 61 }).answers,
    "GET /amplify/plan": () => holding(50),
  });
  await choose(on);
  await on.settle(() => said(on) !== null);
  expect(said(on)?.textContent).toContain("50 more will fit. The import adds these");
  expect(on.dialog().textContent).toContain("Import what fits");
  // A long sheet goes on below the window: it is read before the columns are chosen, and not after them.
  const columns = on.dialog().querySelector(".column-map");
  expect(columns && said(on)?.compareDocumentPosition(columns)).toBe(4);
});

test("leads that only a larger plan mails are said in the send dialog, with the way to it", async () => {
  const leads = [someLead, { ...someLead, _id: "l2", email: "b@example.com" }];
  const cause = { code: "over_plan", params: {} };
  const planned = {
    total: 2,
    recipients: 1,
    leftToday: null,
    lastMailAt: null,
    sampleLeadIds: ["l1"],
    warnings: [],
    skipped: [{ reason: "Over your plan's number of leads", cause, count: 1, emails: ["b@example.com"] }],
  };
  const on = await openWorkspace(
    { leads, templates: [someTemplate], credentials: [someCredential] },
    { answers: { "POST /email/send/plan": () => ({ body: planned }) } },
  );
  await on.click(on.panel("leads"), "Send Email");
  await on.settle(() => said(on) !== null);
  expect(said(on)?.textContent).toContain("1 lead more than your plan holds");
  expect(said(on)?.querySelector("a")?.getAttribute("href")).toBe("/pricing");
});
