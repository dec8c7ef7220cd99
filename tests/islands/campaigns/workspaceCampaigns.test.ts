import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { emptyPlan, standInComposing } from "../../support/browser/composingStandIn.ts";
import type { FetchStandIn } from "../../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
} from "../../support/browser/openWorkspace.ts";
import { someCampaign } from "../../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const sent: Campaign = {
  ...someCampaign,
  subject: "Three things",
  total: 10,
  recipients: 10,
  trackClicks: false,
  opened: 3,
  createdBy: "Ada Hale",
  createdAt: 2,
  finishedAt: 3,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 8, failed: 2, uncertain: 0, skipped: 0 },
};
const draft: Campaign = {
  ...sent,
  _id: "c2",
  name: "Prices",
  subject: "",
  state: "draft",
  total: 0,
  recipients: 0,
  createdAt: 1,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 },
};
const list = "http://localhost:8000/app#campaigns";
const text = (root: Element | null) => root?.textContent ?? "";

/** Nothing is shown on a layer above others here, and no mail is posted into a frame: nobody would answer. */
const prepare = (window: OpenedWorkspace["window"]) => {
  Object.assign(window.HTMLElement.prototype, { hidePopover() {} });
  window.HTMLFormElement.prototype.submit = () => {};
};

async function open(campaigns: Campaign[], url = list, answers: FetchStandIn["answers"] = {}) {
  const opened = await openWorkspace({ campaigns }, { url, answers, prepare });
  return opened;
}

const rows = (opened: OpenedWorkspace) => [
  ...opened.panel("campaigns").querySelectorAll(".campaign-table tbody tr"),
];
const queries = (opened: OpenedWorkspace) =>
  opened.callsTo("GET /amplify/campaigns").map(({ url }) => Object.fromEntries(url.searchParams));

test("the list says of each campaign how it stands, how many of how many were sent, and what people did", async () => {
  const opened = await open([sent, draft]);
  await opened.settle(() => rows(opened).length === 2);
  const [first, second] = rows(opened);
  expect(text(first?.querySelector('[data-column="sent"]') ?? null)).toBe("8 of 10");
  expect(text(first?.querySelector('[data-column="opened"]') ?? null)).toBe("38%, 3 of 8 sent");
  expect(text(first?.querySelector('[data-column="clicked"]') ?? null)).toBe("–");
  // Whom it is for and by whom stand where no column is too narrow for them.
  expect(text(first?.querySelector(".campaign-details") ?? null)).toBe(
    "by Ada Hale · from Ada <ada@example.com> · Three things",
  );
  // A draft is written on, what was sent is looked at.
  const links = [first, second].map((row) => row?.querySelector("a")?.getAttribute("href"));
  expect(links).toEqual(["#campaigns/c1", "#campaigns/c2/compose"]);
});

test("a day of the calendar that has more than there is room for opens, and closes again", async () => {
  const startAt = new Date().setHours(9, 0, 0, 0);
  const many = Array.from({ length: 6 }, (_, at) => ({
    ...sent,
    _id: `c${at}`,
    name: `News ${at}`,
    startAt,
  }));
  const opened = await open(many, `${list}/calendar`);
  const entries = () => opened.document.querySelectorAll(".calendar-entry").length;
  await opened.settle(() => entries() === 3);
  const more = () => opened.document.querySelector<HTMLElement>(".calendar-more");
  expect([more()?.textContent, more()?.getAttribute("aria-expanded")]).toEqual(["3 more", "false"]);
  await opened.act(() => more()?.click());
  expect([entries(), more()?.textContent, more()?.getAttribute("aria-expanded")]).toEqual([
    6,
    "Fewer",
    "true",
  ]);
  await opened.act(() => more()?.click());
  expect(entries()).toBe(3);
});

test("what paused by itself has each way out as a button beside the reason, and what a person paused has not", async () => {
  const paused = {
    ...sent,
    state: "paused" as const,
    waiting: "Stopped",
    counts: { ...sent.counts, queued: 2 },
  };
  const words = async (waitingCause: Campaign["waitingCause"], changed: Partial<Campaign> = {}) => {
    const campaign = { ...paused, waitingCause, ...changed };
    const opened = await open([campaign], `${list}/c1`, {
      "GET /amplify/campaigns/{id}": () => ({ body: campaign }),
    });
    const buttons = () => [...opened.document.querySelectorAll(".campaign-head .button")].map(text);
    await opened.settle(() => buttons().some((word) => word === "Resume" || word.startsWith("Send")));
    const found = buttons().filter((word) => word !== "");
    await opened.close();
    return found;
  };
  expect(await words(reason("many_failures", { failed: 5, of: 50 }))).toEqual([
    "Resume",
    "Send the rest from…",
    "Cancel",
  ]);
  expect(await words(reason("paused_by_person"))).toEqual(["Resume"]);
  const nothingLeft = { counts: { ...paused.counts, queued: 0 } };
  expect(await words(reason("account_removed"), nothingLeft)).toEqual(["Resume", "Cancel"]);
  const between = { ...nothingLeft, kind: "sequence" as const };
  // Without its account it goes on from another one alone.
  expect(await words(reason("account_removed"), between)).toEqual(["Send the rest from…", "Cancel"]);
});

test("headings sort, and a state narrows the list, each by another question to the server", async () => {
  const opened = await open([sent, draft]);
  await opened.settle(() => rows(opened).length === 2);
  await opened.click(opened.panel("campaigns"), "Opened");
  await opened.settle(() => queries(opened).some(({ sort, desc }) => sort === "opened" && desc === "true"));
  await opened.click(opened.panel("campaigns"), "Opened");
  await opened.settle(() => queries(opened).some(({ sort, desc }) => sort === "opened" && desc === "false"));
  await opened.click(opened.panel("campaigns"), "Drafts 1");
  await opened.settle(() => queries(opened).some(({ state }) => state === "draft"));
  await opened.click(opened.panel("campaigns"), "Archived 0");
  await opened.settle(() => queries(opened).some(({ archived }) => archived === "true"));
});

test("rows of the question before are marked as old until the next answer is there", async () => {
  const { promise: answered, resolve } = Promise.withResolvers<{ body: Campaign[] }>();
  const opened = await open([sent, draft], list, {
    "GET /amplify/campaigns": ({ url }) => (url.searchParams.has("state") ? answered : { body: [draft] }),
  });
  const old = () => opened.panel("campaigns").querySelector('table[aria-busy="true"]');
  await opened.settle(() => rows(opened).length === 1 && old() === null);
  await opened.click(opened.panel("campaigns"), "Drafts 1");
  await opened.settle(() => old() !== null);
  resolve({ body: [draft] });
  await opened.settle(() => old() === null);
});

test("beside each state stands how many campaigns there are in it, whatever the list is narrowed to", async () => {
  const opened = await open([sent, draft, { ...sent, _id: "c3", state: "holding" }]);
  const choices = () => [...opened.panel("campaigns").querySelectorAll(".choice-row button")].map(text);
  const counted = ["All 3", "Running 0", "Paused 0", "Scheduled 0", "Drafts 1", "Finished 1", "Cancelled 0"];
  await opened.settle(() => choices()[0] === "All 3");
  expect(choices()).toEqual([...counted, "Archived 0"]);
  await opened.click(opened.panel("campaigns"), "Drafts 1");
  await opened.settle(() => queries(opened).some(({ state }) => state === "draft"));
  expect(choices()).toEqual([...counted, "Archived 0"]);
});

test("who comes back from a campaign's page finds the list as they left it", async () => {
  const opened = await open([sent, draft]);
  await opened.settle(() => rows(opened).length === 2);
  await opened.click(opened.panel("campaigns"), "Clicked");
  await opened.click(opened.panel("campaigns"), "Finished 1");
  await opened.settle(() => queries(opened).some(({ state }) => state === "finished"));
  opened.window.location.hash = "#campaigns/c1";
  await opened.settle(() => text(opened.panel("campaigns")).includes("What did not arrive"));
  opened.window.location.hash = "#campaigns";
  await opened.settle(() => opened.panel("campaigns").querySelector(".campaign-tools") !== null);
  const pressed = opened.panel("campaigns").querySelector('.campaign-tools [aria-pressed="true"]');
  expect(text(pressed)).toBe("Finished 1");
  expect(queries(opened).at(-1)).toMatchObject({ sort: "clicked", state: "finished" });
});

test("where everything is in the archive, the list leads there", async () => {
  const opened = await open([], list, {
    "GET /amplify/campaigns": ({ url }) => ({
      body: url.searchParams.get("archived") === "true" ? [{ ...sent, archivedAt: 9 }] : [],
    }),
  });
  await opened.settle(() => text(opened.panel("campaigns")).includes("Everything is in the archive"));
  await opened.click(opened.panel("campaigns"), "Show the archive");
  await opened.settle(() => rows(opened).length === 1);
});

test("a draft that is deleted can be brought back", async () => {
  const opened = await open([draft]);
  await opened.settle(() => rows(opened).length === 1);
  opened.server.answers["DELETE /amplify/campaigns/{id}"] = () => ({ body: { message: "Deleted" } });
  opened.server.answers["POST /amplify/campaigns/{id}/restore"] = () => ({ body: {} });
  await opened.click(opened.panel("campaigns"), "Delete the draft");
  await opened.settle(() => text(opened.panel("campaigns")).includes("Deleted the draft “Prices”."));
  await opened.click(opened.panel("campaigns"), "Undo");
  await opened.settle(() => opened.callsTo("POST /amplify/campaigns/{id}/restore").length === 1);
});

test("without any campaign the list leads on to the first", async () => {
  const opened = await open([]);
  await opened.settle(() => text(opened.panel("campaigns")).includes("Nothing sent yet"));
  expect(text(opened.panel("campaigns"))).toContain("Choose leads to send to");
  expect(opened.panel("campaigns").querySelector('[type="search"]')).toBeNull();
});

test("a campaign that was begun and left without a word in it is gone on with, and one with a word is left alone", async () => {
  const stand = standInComposing({ ...emptyPlan, version: 0 });
  let begun = 0;
  stand.answers["POST /amplify/campaigns"] = () => {
    begun += 1;
    Object.assign(stand.plan, { ...emptyPlan, version: 0, _id: `c${begun}` });
    stand.mails.clear();
    return { status: 201, body: stand.plan };
  };
  const opened = await open([], list, stand.answers);
  const begin = async (kind: string) => {
    opened.window.location.hash = "#campaigns";
    await opened.settle(() => text(opened.panel("campaigns")).includes("Nothing sent yet"));
    await opened.click(opened.panel("campaigns"), kind);
    await opened.settle(() => opened.window.location.hash.endsWith("/compose"));
    return opened.window.location.hash;
  };
  expect(await begin("One mail")).toBe("#campaigns/c1/compose");
  expect(await begin("One mail")).toBe("#campaigns/c1/compose");
  // One of the other kind is another campaign.
  expect(await begin("A sequence of mails")).toBe("#campaigns/c2/compose");
  expect(await begin("One mail")).toBe("#campaigns/c3/compose");
  // A mail that somebody wrote leaves the plan's own version as it was.
  const variantId = stand.plan.steps[0]?.variants[0]?.id ?? "";
  const word = { variantId, version: 0, subject: "Spring" };
  const headers = { "content-type": "application/json" };
  const written = { method: "PUT", body: JSON.stringify(word), headers };
  await fetch(`http://localhost:8000/amplify/campaigns/c3/mails/${variantId}`, written);
  expect(await begin("One mail")).toBe("#campaigns/c4/compose");
});

test("causes of failures are told in plain words, and may be tried again by their code", async () => {
  const refused = "550 5.1.1 No";
  const opened = await open([sent], `${list}/c1`, {
    "GET /amplify/campaigns/{id}/causes": () => ({
      body: [
        {
          state: "failed",
          code: "refused",
          count: 2,
          retry: "failed",
          looked: 2,
          reason: refused,
          cause: { code: "refused", params: {}, reply: refused },
          said: [{ reply: refused, count: 2, domains: ["in.test"] }],
        },
      ],
    }),
    "POST /amplify/campaigns/{id}/retry": () => ({ body: { message: "", retried: 2 } }),
  });
  await opened.settle(() => opened.document.querySelector(".cause-list") !== null);
  const words = text(opened.document.querySelector(".cause-words"));
  expect(words).toBe("Refused for good by the recipient's server550 5.1.1, no such mailbox at in.test");
  // Each is called after its cause, as there is one beside every cause.
  const see = opened.document.querySelector(".cause-actions a");
  expect(see?.getAttribute("aria-label")).toBe("See them: Refused for good by the recipient's server");
  await opened.click(opened.panel("campaigns"), "Try again: Refused for good by the recipient's server");
  await opened.settle(() => opened.callsTo("POST /amplify/campaigns/{id}/retry").length === 1);
  expect(opened.callsTo("POST /amplify/campaigns/{id}/retry")[0]?.body).toEqual({
    states: ["failed"],
    code: "refused",
  });
});

test("a campaign that is not there is not asked for again, and one that could not be had is", async () => {
  const answers = {
    "GET /amplify/campaigns/{id}": () => ({
      status: 404,
      body: {
        message: "There is no such campaign.",
        code: "not_found",
        reason: "campaign_not_found",
        params: {},
        reply: null,
      },
    }),
  };
  const gone = await open([], `${list}/c9`, answers);
  const buttons = (opened: OpenedWorkspace) =>
    [...opened.panel("campaigns").querySelectorAll("button")].map(text);
  await gone.settle(() => text(gone.panel("campaigns")).includes("There is no such campaign"));
  expect(buttons(gone)).not.toContain("Try again");
  expect(gone.panel("campaigns").querySelector('a[href="#campaigns"]')).not.toBeNull();
  await gone.close();
  const broken = () => ({ status: 500, body: { message: "broken", code: "internal" } });
  const away = await open([], `${list}/c9`, { "GET /amplify/campaigns/{id}": broken });
  await away.settle(() => buttons(away).includes("Try again"));
});

test("a planned campaign's page shows what each of its mails is going to say", async () => {
  const planned = { ...draft, state: "scheduled" as const, startAt: 9 };
  const [first] = emptyPlan.steps;
  const variant = (id: string) => ({ id, share: 50 });
  const step = (id: string, ids: string[]) => ({ ...first, id, variants: ids.map(variant) });
  const rest = { preview: "", templateId: null, version: 1, updatedAt: 1 };
  const line = (variantId: string, subject: string, bytes = 9) => ({ ...rest, variantId, subject, bytes });
  const plan = {
    steps: [step("s1", ["a", "b"]), step("s2", ["c"])],
    mails: [line("a", "Hello {{firstName|friend}}"), line("b", "Doors open"), line("c", "", 0)],
    audience: { ...emptyPlan.audience, everyone: true },
  };
  const opened = await open([planned], `${list}/c2`, {
    "GET /amplify/campaigns/{id}": () => ({ body: planned }),
    "GET /amplify/campaigns/{id}/plan": () => ({ body: plan }),
    "GET /amplify/campaigns/{id}/mails/{variantId}": () => ({ body: { html: "<p>Come in</p>" } }),
    "GET /amplify/campaigns/{id}/activity": () => ({ body: [] }),
  });
  const mails = () => opened.document.querySelector(".planned-mails");
  await opened.settle(() => mails()?.querySelector("input[name=html]") != null);
  expect(mails()?.querySelector("input[name=html]")?.getAttribute("value")).toContain("Come in");
  expect(text(mails()?.querySelector("strong") ?? null)).toBe("Hello friend");
  const offered = [...(mails()?.querySelectorAll("option") ?? [])].map(text);
  expect(offered).toEqual(["1A. Hello friend", "1B. Doors open"]);
});

test("recipients that are narrowed to nobody lead back to everybody", async () => {
  const opened = await open([sent], `${list}/c1/recipients/queued`, {
    "GET /amplify/campaigns/{id}": () => ({ body: sent }),
    "GET /amplify/campaigns/{id}/deliveries": () => ({ body: { items: [], next: null } }),
  });
  const nobody = () => opened.document.querySelector(".nobody-line");
  await opened.settle(() => nobody() !== null);
  expect(text(nobody())).toBe("No recipient matches.Show everybody");
  await opened.click(opened.panel("campaigns"), "Show everybody");
  await opened.settle(() => opened.window.location.hash === "#campaigns/c1/recipients");
});

test.each([
  [8, "What was sent is still being added up."],
  [0, "Nothing was sent yet."],
])("where no moment is told yet of %d mails that were sent, it says: %s", async (count, said) => {
  const counts = { ...draft.counts, sent: count, queued: 10 - count };
  const running: Campaign = { ...sent, state: "running", finishedAt: null, counts };
  const opened = await open([running], `${list}/c1`, {
    "GET /amplify/campaigns/{id}": () => ({ body: running }),
    "GET /amplify/campaigns/{id}/times": () => ({ body: { by: "hour", points: [], sum: {} } }),
  });
  const card = () => text(opened.panel("campaigns").querySelector(".times .muted"));
  await opened.settle(() => card() !== "");
  expect(card()).toBe(said);
});
