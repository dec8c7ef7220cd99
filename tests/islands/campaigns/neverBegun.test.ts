import { expect, test } from "bun:test";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { closesWorkspaces, openWorkspace } from "../../support/browser/openWorkspace.ts";
import { someCampaign } from "../../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const ahead: Campaign = {
  ...someCampaign,
  name: "New year",
  kind: "once",
  state: "scheduled",
  total: 0,
  recipients: 0,
  subject: "",
  createdBy: "Ada Hale",
  createdAt: 1,
  trackClicks: false,
  startAt: Date.UTC(2035, 0, 2, 9),
  finishedAt: null,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 },
};
const paused: Campaign = { ...ahead, _id: "c2", state: "paused", waiting: "An account is gone" };
const list = "http://localhost:8000/app#campaigns";
const prepare = (window: { HTMLElement: { prototype: object }; HTMLFormElement: { prototype: object } }) => {
  Object.assign(window.HTMLElement.prototype, { hidePopover() {} });
  Object.assign(window.HTMLFormElement.prototype, { submit() {} });
};

test("of what could not begin the list says why, and of what was cancelled before it began no start", async () => {
  const campaigns = [ahead, paused, { ...ahead, _id: "c3", state: "cancelled" as const }];
  const opened = await openWorkspace({ campaigns }, { url: list, prepare });
  const rows = () => [...opened.panel("campaigns").querySelectorAll(".campaign-table tbody tr")];
  await opened.settle(() => rows().length === 3);
  const said = rows().map((row) => row.querySelector('[data-column="became"]')?.textContent);
  expect(said).toEqual(["Starts Jan 2, 2035", "An account is gone", ""]);
});

test("what is planned and cannot start as things are says so beside its start, in the list and on its page", async () => {
  const stuck: Campaign = { ...ahead, waiting: "It cannot start: an account is gone." };
  const answers = { "GET /amplify/campaigns/{id}": () => ({ body: stuck }) };
  const opened = await openWorkspace({ campaigns: [stuck] }, { url: list, prepare, answers });
  const cell = () => opened.panel("campaigns").querySelector('tbody [data-column="became"]');
  await opened.settle(() => cell() !== null);
  expect(cell()?.textContent).toBe("Starts Jan 2, 2035It cannot start: an account is gone.");
  opened.document.defaultView?.location.assign(`${list}/c1`);
  await opened.settle(() => opened.document.querySelector(".next-moment") !== null);
  expect(opened.document.querySelector(".next-moment")?.textContent).toContain(
    "It cannot start: an account is gone.",
  );
});

test("the page of what could not begin does not call it begun", async () => {
  const answers = { "GET /amplify/campaigns/{id}": () => ({ body: paused }) };
  const opened = await openWorkspace({ campaigns: [paused] }, { url: `${list}/c2`, prepare, answers });
  const head = () => opened.document.querySelector(".campaign-head")?.textContent ?? "";
  await opened.settle(() => head().includes("New year"));
  expect(head()).toContain("was to start Jan 2, 2035");
  expect(head()).not.toContain("begun");
  expect(opened.document.querySelector(".campaign-page")?.textContent).not.toContain("0/0");
});

test("where nothing was sent yet, the tools of a list do not come and go as it is asked for again", async () => {
  const { promise: awaited } = Promise.withResolvers<{ body: Campaign[] }>();
  let asked = 0;
  const answers = { "GET /amplify/campaigns": () => (asked++ === 0 ? { body: [] } : awaited) };
  const opened = await openWorkspace({}, { url: list, prepare, answers });
  const shown = opened.panel("campaigns");
  await opened.settle(() => shown.querySelector(".empty") !== null && asked > 0);
  const before = asked;
  await opened.act(() => opened.socket.change(["campaigns"]));
  await opened.settle(() => asked > before);
  expect(shown.querySelector(".campaign-tools") === null).toBe(true);
});
