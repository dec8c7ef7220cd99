import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { Campaign, CampaignPart } from "../../../contract/schemas/campaign.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import { emptyPlan } from "../../support/browser/composingStandIn.ts";
import type { FetchStandIn } from "../../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
} from "../../support/browser/openWorkspace.ts";
import { someCampaign } from "../../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const none = { queued: 0, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 };
const running: Campaign = {
  ...someCampaign,
  subject: "A or B",
  state: "running",
  total: 200,
  recipients: 200,
  opened: 20,
  clicked: 9,
  createdAt: 2,
  finishedAt: null,
  counts: { ...none, sent: 100, queued: 100 },
};
const part = (_id: string, variantId: string | null, changes: Partial<CampaignPart>): CampaignPart => ({
  _id,
  step: 0,
  stepId: "s1",
  variantId,
  zone: null,
  credentialId: "a1",
  from: "Ada <ada@example.com>",
  subject: `About ${variantId}`,
  state: "finished",
  waiting: null,
  waitingCause: null,
  nextAt: null,
  counts: none,
  opened: 0,
  clicked: 0,
  machineOpened: 0,
  replied: 0,
  complained: 0,
  total: 0,
  ...changes,
});
const undecided = reason("winner_undecided", { tie: true });
const [first] = emptyPlan.steps as [CampaignStep];
const plan = { ...emptyPlan, steps: [{ ...first, variants: ["v1", "v2"].map((id) => ({ id, share: 25 })) }] };
/** The part of the second variant was made first. */
const parts = [
  part("p0", "v2", { counts: { ...none, sent: 40 }, opened: 10, clicked: 4 }),
  part("p1", "v1", { counts: { ...none, sent: 30 }, opened: 8, clicked: 3 }),
  // Of another account.
  part("p2", "v1", { counts: { ...none, sent: 20 }, opened: 2, clicked: 1 }),
  part("p3", "v2", { counts: { ...none, sent: 10 } }),
  part("p4", null, {
    state: "paused",
    waiting: "The variants did equally well. Choose one.",
    waitingCause: undecided,
    counts: { ...none, queued: 99, deferred: 1 },
  }),
];

async function open(answers: FetchStandIn["answers"]) {
  const opened = await openWorkspace(
    { campaigns: [running] },
    {
      url: "http://localhost:8000/app#campaigns/c1",
      answers: {
        "GET /amplify/campaigns/{id}": () => ({ body: running }),
        "GET /amplify/campaigns/{id}/plan": () => ({ body: plan }),
        "GET /amplify/campaigns/{id}/parts": () => ({ body: parts }),
        ...answers,
      },
      prepare: (window) => Object.assign(window.HTMLElement.prototype, { hidePopover() {} }),
    },
  );
  await opened.settle(() => opened.document.querySelector(".winner") !== null);
  await opened.settle(() => opened.callsTo("GET /amplify/campaigns/{id}/plan").length > 0);
  return opened;
}

const shown = (opened: OpenedWorkspace) => opened.document.querySelector(".winner")?.textContent ?? "";

test("who waits for the better variant is told with what each brought, over all accounts", async () => {
  const opened = await open({});
  expect(shown(opened)).toContain("The variants did equally well. Choose one.");
  expect(shown(opened)).toContain("100 leads wait for it.");
  const rows = [...opened.document.querySelectorAll(".winner li")].map((row) => {
    const [subject, figures] = [...row.querySelectorAll("span")].map(({ textContent }) => textContent);
    return `${subject?.replaceAll(/[“”]/g, "")}: ${figures}`;
  });
  expect(rows).toEqual(["About v1: 10 of 50 opened, 4 clicked", "About v2: 10 of 50 opened, 4 clicked"]);
});

test("a person sends one of them to the rest", async () => {
  const choose = "POST /amplify/campaigns/{id}/winner";
  const opened = await open({ [choose]: () => ({ body: running }) });
  const buttons = [...opened.document.querySelectorAll<HTMLElement>(".winner li button")];
  // Each says which it sends, for who hears it alone.
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Send this one: Variant A",
    "Send this one: Variant B",
  ]);
  await opened.act(() => buttons[1]?.click());
  await opened.settle(() => opened.callsTo(choose).length === 1);
  expect(opened.callsTo(choose).map(({ body }) => body)).toEqual([{ stepId: "s1", variantId: "v2" }]);
  await opened.settle(
    () => opened.document.body.textContent?.includes("Variant B goes to the rest.") === true,
  );
});

test("what the server refuses of that is told beside the choice", async () => {
  const message = "This step has no variants to choose between just now";
  const opened = await open({
    "POST /amplify/campaigns/{id}/winner": () => ({
      status: 409,
      body: { message, code: "conflict", reason: "winner_not_asked", params: {}, reply: null },
    }),
  });
  await opened.act(() => opened.document.querySelector<HTMLElement>(".winner li button")?.click());
  await opened.settle(() => opened.document.querySelector(".winner .field-error") !== null);
  expect(opened.document.querySelector(".winner .field-error")?.textContent).toBe(message);
});
