import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { Campaign, Delivery } from "../../../contract/schemas/campaign.ts";
import type { FetchStandIn } from "../../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
} from "../../support/browser/openWorkspace.ts";
import { someCampaign, wholeDelivery } from "../../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const finished: Campaign = {
  ...someCampaign,
  subject: "Three things",
  total: 10,
  recipients: 10,
  trackClicks: false,
  opened: 3,
  createdAt: 2,
  finishedAt: 3,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 8, failed: 0, uncertain: 2, skipped: 0 },
};
const list = "http://localhost:8000/app#campaigns";

async function open(campaign: Campaign, address: string, answers: FetchStandIn["answers"] = {}) {
  const opened = await openWorkspace(
    { campaigns: [campaign] },
    {
      url: `${list}${address}`,
      answers: { "GET /amplify/campaigns/{id}": () => ({ body: campaign }), ...answers },
      // Nothing is shown on a layer above others here.
      prepare: (window) => Object.assign(window.HTMLElement.prototype, { hidePopover() {} }),
    },
  );
  // Under the loader nothing takes the focus.
  await opened.settle(() => opened.document.querySelector(".workspace[inert]") === null);
  return opened;
}

const item = (opened: OpenedWorkspace, word: string) =>
  [...opened.document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    ({ textContent }) => textContent === word,
  );

test("one that is put into the archive is said to be there, and comes back by Undo", async () => {
  const call = "POST /amplify/campaigns/{id}/archive";
  const opened = await open(finished, "", { [call]: () => ({ body: finished }) });
  await opened.settle(() => item(opened, "Archive") !== undefined);
  await opened.act(() => item(opened, "Archive")?.click());
  const line = () => opened.document.querySelector(".activity-line");
  await opened.settle(() => line() !== null);
  expect(line()?.textContent).toContain("Spring news");
  expect(line()?.textContent).toContain("It is in the archive.");
  // A line that comes with its words is not read out by itself.
  const read = [...opened.document.querySelectorAll('[role="status"].visually-hidden')];
  expect(read.map(({ textContent }) => textContent)).toContain("“Spring news” is in the archive.");
  await opened.click(line() as Element, "Undo");
  await opened.settle(() => line() === null);
  expect(opened.document.activeElement?.className).toBe("workspace-content");
  expect(opened.callsTo(call).map(({ body }) => body)).toEqual([{ archived: true }, { archived: false }]);
  await opened.settle(
    () => opened.document.body.textContent?.includes("“Spring news” is out of the archive again.") === true,
  );
});

test("one uncertain mail is sent again only once that was asked, as all of them are", async () => {
  const call = "POST /amplify/campaigns/{id}/uncertain";
  const row: Delivery = {
    ...wholeDelivery,
    _id: "d1",
    leadId: "l1",
    email: "ann@example.com",
    state: "uncertain",
    reason: "The line broke",
    cause: reason("connection_lost", { place: "mx", detail: "" }),
    attempts: 1,
    dueAt: null,
    sentAt: null,
    openedAt: null,
    clickedAt: null,
    repliedAt: null,
    complainedAt: null,
  };
  const rows = [row, { ...row, _id: "d2", email: "ben@example.com" }];
  const opened = await open(finished, "/c1/recipients", {
    "GET /amplify/campaigns/{id}/deliveries": () => ({ body: { items: rows, next: null } }),
    [call]: () => ({ body: { decided: 1 } }),
  });
  await opened.settle(() => item(opened, "Send again") !== undefined);
  await opened.act(() => item(opened, "Send again")?.click());
  await opened.settle(() => opened.document.querySelector("dialog[open]") !== null);
  expect(opened.callsTo(call)).toEqual([]);
  expect(opened.dialog().textContent).toContain("If ann@example.com has it already");
  await opened.click(opened.dialog(), "Leave it as it is");
  expect(opened.callsTo(call)).toEqual([]);
  await opened.act(() => item(opened, "Send again")?.click());
  await opened.settle(() => opened.document.querySelector("dialog[open]") !== null);
  await opened.click(opened.dialog(), "Send again");
  await opened.settle(() => opened.callsTo(call).length === 1);
  expect(opened.callsTo(call)[0]?.body).toEqual({ decision: "again", deliveries: ["d1"] });
  // The next one is decided.
  await opened.settle(() => opened.document.activeElement?.getAttribute("data-decide") === "d2");
});

test("while it waits for another day of its account, the rest can be sent from another one", async () => {
  const words = async (waitingCause: Campaign["waitingCause"]) => {
    const campaign = { ...finished, state: "running" as const, waiting: "It waits", waitingCause, nextAt: 9 };
    const opened = await open(campaign, "/c1");
    const buttons = () =>
      [...opened.document.querySelectorAll(".campaign-head .button")].flatMap(
        ({ textContent }) => textContent || [],
      );
    await opened.settle(() => buttons().includes("Pause"));
    const found = buttons();
    await opened.close();
    return found;
  };
  const limit = (limit: "day" | "minute") => reason("own_limit", { limit, countMax: 40, day: null });
  expect(await words(limit("day"))).toEqual(["Pause", "Send the rest from…"]);
  expect(await words(reason("provider_daily_limit"))).toEqual(["Pause", "Send the rest from…"]);
  // Between two mails of it there are seconds, and a window opens for every account.
  expect(await words(limit("minute"))).toEqual(["Pause"]);
  expect(await words(reason("window_closed"))).toEqual(["Pause"]);
});

test("whoever shows all again of what was narrowed to nobody goes on where the next word is typed", async () => {
  const opened = await open(finished, "/c1/recipients/queued", {
    "GET /amplify/campaigns/{id}/deliveries": () => ({ body: { items: [], next: null } }),
  });
  await opened.settle(() => opened.document.querySelector(".nobody-line") !== null);
  await opened.click(opened.panel("campaigns"), "Show everybody");
  expect(opened.document.activeElement?.getAttribute("type")).toBe("search");
});

test("a campaign whose account waits for somebody leads there, also once it was resumed in vain", async () => {
  const why = reason("sign_in_refused", { help: "smtp" }, "535 5.7.8 Error");
  const held: Campaign = {
    ...finished,
    state: "running",
    finishedAt: null,
    waiting: "Refused",
    waitingCause: why,
    accounts: [{ credentialId: someCredential._id, from: "Me <me@example.com>", held: null }],
    counts: { ...finished.counts, queued: 2 },
  };
  for (const state of ["running", "paused"] as const) {
    const campaign = { ...held, state };
    const credentials = [{ ...someCredential, state: "paused" as const, pausedCause: why }];
    const opened = await openWorkspace(
      { campaigns: [campaign], credentials },
      { url: `${list}/c1`, answers: { "GET /amplify/campaigns/{id}": () => ({ body: campaign }) } },
    );
    const head = () => opened.document.querySelector(".campaign-head");
    await opened.settle(() => head()?.querySelector('[href="#accounts"]') != null);
    expect(head()?.textContent).toContain(
      "Nothing goes out from me@example.com until that is put right under Accounts.",
    );
    expect(head()?.querySelector('[data-variant="primary"]')).toBeNull();
    await opened.close();
  }
});

test("the page of a send that is held says from whom and to how many it goes, while it can be taken back", async () => {
  const held: Campaign = {
    ...finished,
    state: "holding",
    holdUntil: Date.now() + 60_000,
    finishedAt: null,
    recipients: 8,
    opened: 0,
    counts: { ...finished.counts, queued: 8, sent: 0, uncertain: 0, skipped: 2 },
  };
  const opened = await open(held, "/c1");
  const said = () => opened.panel("campaigns").textContent ?? "";
  await opened.settle(() => said().includes("It starts in"));
  expect(said()).toContain("It goes to 8 people. Until then the start can be taken back.");
  expect(said()).toContain("from Ada <ada@example.com>");
});
