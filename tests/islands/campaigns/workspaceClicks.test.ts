import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { Campaign, Delivery } from "../../../contract/schemas/campaign.ts";
import type { LeadMail } from "../../../contract/schemas/leadActions.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import { boxLabelled } from "../../support/browser/boxLabelled.ts";
import type { FetchStandIn } from "../../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someCredential,
  someLead,
  someTemplate,
} from "../../support/browser/openWorkspace.ts";
import { someCampaign, wholeDelivery } from "../../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const campaign: Campaign = {
  ...someCampaign,
  total: 8,
  recipients: 8,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 8, failed: 0, uncertain: 0, skipped: 0 },
  opened: 4,
  machineOpened: 3,
  clicked: 1,
};
const mail: LeadMail = {
  campaignId: "c1",
  subject: "Spring news",
  state: "sent",
  reason: null,
  cause: null,
  acceptedAt: 0,
  sentAt: Date.UTC(2026, 2, 1, 12),
  openedAt: null,
  clickedAt: Date.UTC(2026, 2, 2, 12),
  repliedAt: null,
  complainedAt: null,
  links: [
    { url: "https://shop.test/a", firstAt: Date.UTC(2026, 2, 2, 12), lastAt: 0, clicks: 3, machineClicks: 1 },
    { url: "https://shop.test/b", firstAt: null, lastAt: null, clicks: 0, machineClicks: 2 },
  ],
};
const text = (root: Element) => root.textContent ?? "";

async function openCampaign(campaign: Campaign, path = "", answers: FetchStandIn["answers"] = {}) {
  const url = `http://localhost:8000/app#campaigns/c1${path}`;
  const opened = await openWorkspace(
    { campaigns: [campaign] },
    {
      url,
      answers,
      // No mail is posted into a frame here: nobody would answer.
      prepare: (window) => {
        window.HTMLFormElement.prototype.submit = () => {};
      },
    },
  );
  await opened.settle(() => opened.document.querySelector(".campaign-page") !== null);
  return { opened, shown: opened.panel("campaigns") };
}

test("a campaign says how many people opened and clicked, each of how many, and machines apart", async () => {
  const { opened, shown } = await openCampaign(campaign);
  await opened.settle(() => shown.querySelector(".campaign-figures") !== null);
  expect([...shown.querySelectorAll(".campaign-figures > div")].map(text).slice(0, 2)).toEqual([
    "Opened by people50%4 of 8 sentmachines looked into 3",
    "Clicked by people13%1 of 8 sent",
  ]);
});

test("a campaign shows its mail with who followed which link", async () => {
  const links = [
    { url: "https://shop.test/a", place: 1, people: 1, clicks: 3, machineClicks: 12 },
    { url: "https://shop.test/b?e={{email}}", place: null, people: 0, clicks: 0, machineClicks: 0 },
  ];
  const only = { step: 0, variantId: null, subject: "Spring news" };
  const { opened, shown } = await openCampaign(campaign, "/mail", {
    "GET /amplify/campaigns/{id}/clicks": () => ({
      body: { ...only, html: "<p>Hi</p>", sent: 8, clicked: 1, links, mails: [only] },
    }),
  });
  await opened.settle(() => shown.querySelector(".link-list") !== null);
  expect([...shown.querySelectorAll(".link-list li")].map(text)).toEqual([
    "https://shop.test/a1 person (13% of those sent), 3 clicks, 12 by machines",
    "https://shop.test/b?e={{email}}0 people (0% of those sent), 0 clicks, not in the mail",
  ]);
});

test("replies and complaints are told where there are any", async () => {
  const { opened, shown } = await openCampaign({ ...campaign, replied: 2, complained: 1 });
  await opened.settle(() => shown.querySelector(".campaign-figures") !== null);
  const figures = [...shown.querySelectorAll(".campaign-figures > div")].map(text);
  expect(figures).toContain("Replied25%2 of 8 sent1 complained");
});

/** The recipients of a campaign to whom but one mail went. */
async function openRecipients(changes: Partial<Delivery>, of = campaign): Promise<Element> {
  const row: Delivery = {
    ...wholeDelivery,
    _id: "d1",
    leadId: "l1",
    email: "ann@example.com",
    state: "sent",
    reason: null,
    cause: null,
    attempts: 1,
    dueAt: null,
    sentAt: 1,
    openedAt: null,
    clickedAt: null,
    ...changes,
  };
  const { opened, shown } = await openCampaign(of, "/recipients", {
    "GET /amplify/campaigns/{id}/deliveries": () => ({ body: { items: [row], next: null } }),
  });
  await opened.settle(() => shown.querySelector(".recipients tbody") !== null);
  return shown;
}

test.each([
  ["its lead's page", "l1", "#leads/l1"],
  ["nothing, where it is no lead's", null, undefined],
])("a recipient's address leads to %s", async (_, leadId, href) => {
  const shown = await openRecipients({ leadId });
  const cell = shown.querySelector(".recipients tbody td") ?? shown;
  expect(text(cell)).toBe("ann@example.com");
  expect(cell.querySelector("a")?.getAttribute("href")).toBe(href);
});

test("recipients say who replied and who complained, each where somebody did", async () => {
  const complainedAt = Date.UTC(2026, 2, 2, 12);
  const shown = await openRecipients({ complainedAt }, { ...campaign, complained: 1 });
  const headings = [...shown.querySelectorAll(".recipients th")].map(text);
  expect(headings).toContain("Complained");
  expect(headings).not.toContain("Replied");
  expect(text(shown.querySelector(".recipients tbody tr") ?? shown)).toContain("Mar 2");
});

test.each([
  [1, "Mar 2"],
  [3, "first try Mar 2"],
])("of what failed after %d tries the recipients say when that was", async (attempts, said) => {
  const tried = { attempts, triedAt: Date.UTC(2026, 2, 2, 12), sentAt: null };
  const shown = await openRecipients({ state: "failed", ...tried });
  expect(text(shown.querySelector(".recipients tbody tr") ?? shown)).toContain(`${attempts}${said}`);
});

test.each([
  [10, "how many of it came back, where more were sent than are now", true],
  [8, "nothing of what came back, where nothing did", false],
])("of %d that were sent over time it says %s", async (sent, _, isSaid) => {
  const none = { opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0, optedOut: 0 };
  const times = { by: "hour", points: [{ at: 0, sent, ...none }], sum: { sent, ...none } };
  const { opened, shown } = await openCampaign(campaign, "", {
    "GET /amplify/campaigns/{id}/times": () => ({ body: times }),
  });
  await opened.settle(() => shown.querySelector(".times .actions") !== null);
  const said = text(shown.querySelector(".times") ?? shown);
  expect(said.includes("2 of what was sent came back later.")).toBe(isSaid);
});

test("a campaign whose server is busy says so before that server's own words", async () => {
  const waiting = "454 4.7.0 Later";
  const { opened, shown } = await openCampaign({
    ...campaign,
    state: "running",
    finishedAt: null,
    waiting,
    waitingCause: reason("server_busy", {}, waiting),
  });
  await opened.settle(() => shown.querySelector(".next-moment") !== null);
  expect(text(shown.querySelector(".next-moment") ?? shown).trim()).toBe(
    "The account's server takes no mails just now; it is asked again by itself. 454 4.7.0 Later",
  );
});

test.each([
  ["running", 1, true],
  ["running", 5, false],
  ["running", 0, false],
  ["finished", 1, false],
] as const)(
  "one that is %s with %d of 41 failed says at which share it pauses by itself: %p",
  async (state, failed, isSaid) => {
    const counts = { ...campaign.counts, sent: 41 - failed, failed, uncertain: 0 };
    const { opened, shown } = await openCampaign({ ...campaign, state, counts });
    await opened.settle(() => shown.querySelector(".campaign-figures") !== null);
    expect(text(shown.querySelector(".campaign-figures") ?? shown).includes("pauses by itself at 5%")).toBe(
      isSaid,
    );
  },
);

test.each([
  ["with why it waits", { waiting: "The account rests" }, "The account rests; probably done on"],
  ["alone while it goes", { waiting: null }, "Probably done on"],
])("a campaign that takes days says on its page when it will be done, %s", async (_, waits, said) => {
  const [state, finishedAt, doneAt] = ["running" as const, null, Date.now() + 4 * 86_400_000];
  const { opened, shown } = await openCampaign({ ...campaign, ...waits, state, finishedAt, doneAt });
  await opened.settle(() => shown.querySelector(".next-moment") !== null);
  expect(text(shown.querySelector(".next-moment") ?? shown)).toStartWith(said);
});

test("a campaign that counts nothing says so, and offers no breakdown by links", async () => {
  const { opened, shown } = await openCampaign({ ...campaign, trackOpens: false, trackClicks: false });
  await opened.settle(() => shown.querySelector(".campaign-figures") !== null);
  expect(text(shown)).toContain("This campaign does not count it");
  expect([...shown.querySelectorAll(".choice-row button")].map(text)).not.toContain("Link");
});

const leftBy = {
  _id: "o1",
  leadId: "l1",
  email: "ann@example.com",
  campaignId: "p1",
  at: Date.UTC(2026, 2, 3, 12),
  reason: null,
  words: null,
  complainedAt: Date.UTC(2026, 2, 3, 12),
  returnedAt: null,
  subject: "{{firstName|You}}, {{company|your team}} and us",
};

test("who opted out by which mail of a sequence is told by its subject, with no merge field left in it", async () => {
  const optouts = { total: 1, reasons: [{ reason: null, count: 1 }], items: [leftBy], next: null };
  const { opened, shown } = await openCampaign({ ...campaign, kind: "sequence", steps: 2 }, "", {
    "GET /amplify/campaigns/{id}/optouts": () => ({ body: optouts }),
  });
  const row = () => [...shown.querySelectorAll("tbody tr")].map(text).find((each) => each.includes("ann@"));
  await opened.settle(() => row() !== undefined);
  expect(row()).toMatch(/Complained.*You, your team and us/);
  expect(text(shown.querySelector('a[href="#leads/l1"]') ?? shown)).toBe("ann@example.com");
});

/** The lead's page, with what happened to it. */
async function openLeadPage(opened: OpenedWorkspace) {
  await opened.act(() => opened.panel("leads").querySelector<HTMLElement>("tbody .cell-name")?.click());
  await opened.settle(() => opened.document.querySelector(".time-line li") !== null);
}

test("a history that knows of more opens than the list has the list asked for again", async () => {
  const openedMail = { ...mail, openedAt: Date.UTC(2026, 2, 2, 12) };
  const mails = [openedMail, { ...openedMail, campaignId: "c2" }];
  const opened = await openWorkspace(
    { leads: [someLead] },
    { answers: { "GET /amplify/leads/{id}/history": () => ({ body: mails }) } },
  );
  const before = opened.callsTo("GET /amplify/leads").length;
  await openLeadPage(opened);
  await opened.settle(() => opened.callsTo("GET /amplify/leads").length > before);
  expect(someLead.openedCount).toBe(1);
});

test("a lead's page says by which mail it opted out as the lead read its subject", async () => {
  const none = { consent: "unknown", at: null, by: null, how: null, ownerOptoutAt: null, returned: null };
  const opened = await openWorkspace(
    { leads: [someLead] },
    {
      answers: {
        "GET /amplify/leads/{id}/history": () => ({ body: [] }),
        "GET /amplify/leads/{id}/consent": () => ({ body: { ...none, optouts: [leftBy] } }),
      },
    },
  );
  await openLeadPage(opened);
  const line = () => text(opened.document.querySelector(".time-line") ?? opened.document.body);
  await opened.settle(() => line().includes("and us"));
  expect(line()).toContain(`${someLead.firstName}, your team and us`);
});

test("a lead's page says that it replied, and that its mails come back, until it is to be mailed again", async () => {
  const none = { consent: "unknown", at: null, by: null, how: null, ownerOptoutAt: null, optouts: [] };
  let returned: object | null = { at: 3, count: 3, forGoodAt: 3, words: "552 5.2.2 Over quota" };
  const opened = await openWorkspace(
    { leads: [someLead] },
    {
      answers: {
        "GET /amplify/leads/{id}/history": () => ({ body: [{ ...mail, repliedAt: 2 }] }),
        "GET /amplify/leads/{id}/consent": () => ({ body: { ...none, returned } }),
        "DELETE /amplify/leads/{id}/returned": () => {
          returned = null;
          return { body: { message: "Mails go to this lead again" } };
        },
      },
    },
  );
  await openLeadPage(opened);
  const line = () => text(opened.document.querySelector(".time-line") ?? opened.document.body);
  expect(line()).toContain("Replied");
  expect(line()).toContain("3 in a row. 552 5.2.2 Over quota");
  const head = () => text(opened.document.querySelector(".lead-page-head") ?? opened.document.body);
  expect(head()).toContain("Not mailed: mails come back");
  await opened.click(opened.document, "Mail it again");
  await opened.settle(() => !line().includes("Over quota"));
  expect(opened.callsTo("DELETE /amplify/leads/{id}/returned")).toHaveLength(1);
  expect(head()).not.toContain("come back");
});

test("a lead's history says what was sent, opened and clicked, and which links", async () => {
  const opened = await openWorkspace(
    { leads: [someLead] },
    { answers: { "GET /amplify/leads/{id}/history": () => ({ body: [mail] }) } },
  );
  await openLeadPage(opened);
  const line = [...opened.document.querySelectorAll(".time-line li")].map(text);
  expect(line[0]).toMatch(/^ClickedMar 2, 2026.*https:\/\/shop\.test\/a \(3 times\)$/);
  expect(line[1]).toMatch(
    /^sentMar 1, 2026.*\/a \(once by a program\)https:\/\/shop\.test\/b \(2 times by a program\)$/,
  );
});

const ready = { leads: [someLead], templates: [someTemplate], credentials: [someCredential] };
const accepted = { body: { message: exact.sent, campaignId: "c1", accepted: 1, skipped: [] } };

test("the send dialog begins with what one has chosen for all sends, and says only what was changed", async () => {
  const opened = await openWorkspace(ready, {
    answers: {
      "POST /email/send": () => accepted,
      "GET /amplify/account/tracking": () => ({ body: { opens: true, clicks: false, available: true } }),
    },
  });
  await opened.click(opened.panel("leads"), "Send Email");
  const box = (label: string) => boxLabelled(opened.document, label);
  await opened.settle(() => !box("Count clicks").checked);
  expect(box("Count opens").checked).toBe(true);
  await opened.act(() => box("Count clicks").click());
  await opened.type("Subject", "Spring news");
  await opened.type("Template", "t1");
  await opened.act(() => {
    [...opened.dialog().querySelectorAll("button")].find((one) => text(one).startsWith("Send to"))?.click();
  });
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  const [call] = opened.callsTo("POST /email/send");
  expect(call?.body).toMatchObject({ trackClicks: true });
  expect(call?.body).not.toHaveProperty("trackOpens");
});

test("where the installation counts nothing the send dialog says so", async () => {
  const opened = await openWorkspace(ready, {
    answers: {
      "GET /amplify/account/tracking": () => ({ body: { opens: true, clicks: true, available: false } }),
    },
  });
  await opened.click(opened.panel("leads"), "Send Email");
  await opened.settle(() => text(opened.dialog()).includes("counts neither opens nor clicks"));
  expect(opened.dialog().querySelectorAll('input[type="checkbox"]')).toHaveLength(0);
});
