import { expect, test } from "bun:test";
import type { ComparedCampaign } from "../../../contract/schemas/campaignInsight.ts";
import { closesWorkspaces, openWorkspace } from "../../support/browser/openWorkspace.ts";

closesWorkspaces();

const compared: ComparedCampaign = {
  _id: "c1",
  name: "Spring",
  firstAt: 0,
  recipients: 4,
  sent: 4,
  failed: 0,
  opened: 2,
  machineOpened: 0,
  clicked: 1,
  optedOut: 0,
  trackOpens: true,
  trackClicks: true,
  hours: [],
};

test("where one of them was deleted the others are compared, and that is said", async () => {
  const opened = await openWorkspace(
    {},
    {
      person: { status: "AMPR" },
      url: "http://localhost:8000/app#campaigns/compare/c1,c2",
      answers: {
        "GET /amplify/campaigns/compare": () => ({ body: [compared] }),
      },
    },
  );
  const shown = opened.panel("campaigns");
  await opened.settle(() => shown.querySelector(".compared") !== null);
  expect(shown.querySelector(".notice")?.textContent).toBe(
    "One of the campaigns was deleted, so it is not shown here.",
  );
  expect(shown.querySelector(".compared")?.textContent).toContain("Spring");
});

test("an address that names no campaigns to compare says how to choose some, and asks for nothing", async () => {
  for (const place of ["", "/", "/,"]) {
    const opened = await openWorkspace(
      {},
      {
        url: `http://localhost:8000/app#campaigns/compare${place}`,
        answers: { "GET /amplify/campaigns/compare": () => ({ body: [] }) },
      },
    );
    const shown = opened.panel("campaigns");
    await opened.settle(() => shown.querySelector(".empty") !== null);
    expect(shown.querySelector(".empty h2")?.textContent).toBe("Nothing is chosen to compare");
    expect(opened.callsTo("GET /amplify/campaigns/compare")).toEqual([]);
    await opened.close();
  }
});

test("without the plan for it, comparing says which has it, below the way back", async () => {
  const url = "http://localhost:8000/app#campaigns/compare/c1,c2";
  const plan = { plan: "free", leadsMax: 50, abTesting: false, advancedAnalytics: false, api: false };
  const answers = { "GET /amplify/plan": () => ({ body: { ...plan, automation: false } }) };
  const opened = await openWorkspace({}, { url, answers });
  const shown = opened.panel("campaigns");
  await opened.settle(() => shown.querySelector(".plan-end") !== null);
  expect(shown.textContent).toContain("comparing campaigns come with Premium");
  expect(shown.querySelector(".crumb a")?.getAttribute("href")).toBe("#campaigns");
});

test("a campaign that has sent nothing yet is called so where its page is reached", async () => {
  const opened = await openWorkspace(
    {},
    {
      person: { status: "AMPR" },
      url: "http://localhost:8000/app#campaigns/compare/c1",
      answers: { "GET /amplify/campaigns/compare": () => ({ body: [{ ...compared, firstAt: null }] }) },
    },
  );
  const shown = opened.panel("campaigns");
  await opened.settle(() => shown.querySelector(".compared-name") !== null);
  expect(shown.querySelector(".compared-name")?.textContent).toBe("None yet");
});
