import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { SequenceLead } from "../../../contract/schemas/sequences/sequenceLeads.ts";
import { emptyPlan } from "../../support/browser/composingStandIn.ts";
import type { FetchStandIn, StandInAnswer } from "../../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
} from "../../support/browser/openWorkspace.ts";
import { someCampaign } from "../../support/smtp/wholeCampaign.ts";

closesWorkspaces();

const key = "GET /amplify/campaigns/{id}/leads";
const sequence: Campaign = {
  ...someCampaign,
  name: "Hello {{firstName|friend}}",
  subject: "",
  kind: "sequence",
  steps: 3,
  state: "running",
  total: 60,
  recipients: 60,
  createdAt: 2,
  finishedAt: null,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 60, failed: 0, uncertain: 0, skipped: 0 },
};
const lead = (leadId: string, changes: Partial<SequenceLead> = {}): SequenceLead => ({
  leadId,
  email: `${leadId}@in.test`,
  firstName: leadId,
  lastName: "Lee",
  step: 0,
  state: "answering",
  dueAt: Date.now() + 86_400_000,
  endedAt: null,
  reason: null,
  cause: null,
  ...changes,
});
const left = lead("bob", {
  state: "ended",
  dueAt: null,
  endedAt: Date.now(),
  reason: "Opted out",
  cause: { ...reason("opted_out"), reply: null },
});

type Page = { items: SequenceLead[]; next: string | null };
const answering = (page: Page) => (): StandInAnswer => ({ body: page });

async function open(
  leads: FetchStandIn["answers"][typeof key],
  { of = sequence, hash = "leads" }: { of?: Campaign; hash?: string } = {},
) {
  const opened = await openWorkspace(
    { campaigns: [of] },
    {
      url: `http://localhost:8000/app#campaigns/c1/${hash}`,
      answers: {
        "GET /amplify/campaigns/{id}": () => ({ body: of }),
        "GET /amplify/campaigns/{id}/plan": () => ({ body: emptyPlan }),
        ...(leads === undefined ? {} : { [key]: leads }),
      },
      prepare: (window) => Object.assign(window.HTMLElement.prototype, { hidePopover() {} }),
    },
  );
  await opened.settle(() => opened.document.querySelector(".campaign-page .tabs-list") !== null);
  return opened;
}

const section = (opened: OpenedWorkspace) => opened.document.querySelector(".sequence-leads");
const rows = (opened: OpenedWorkspace) =>
  [...(section(opened)?.querySelectorAll("tbody tr") ?? [])].map((row) =>
    [...row.querySelectorAll("td")].map(({ textContent }) => textContent),
  );
const press = (opened: OpenedWorkspace, name: string) =>
  opened.act(() =>
    [...(section(opened)?.querySelectorAll<HTMLElement>("button") ?? [])]
      .find(({ textContent }) => textContent === name)
      ?.click(),
  );
const queries = (opened: OpenedWorkspace) =>
  opened.callsTo(key).map(({ url }) => Object.fromEntries(url.searchParams));

test("a sequence says of each lead where it stands, when it goes on, and why it gets no more", async () => {
  const opened = await open(
    answering({
      items: [
        lead("ann"),
        left,
        lead("cy", { email: null, step: null, state: "waiting", dueAt: 1 }),
        lead("dee", { state: "uncertain", dueAt: null }),
      ],
      next: null,
    }),
  );
  await opened.settle(() => rows(opened).length === 4);
  const [ann, bob, cy, dee] = rows(opened);
  expect(ann).toEqual([
    "ann Leeann@in.test",
    "Mail 1 of 3",
    "Waits for mail 2",
    expect.stringMatching(/^goes on /),
    "",
  ]);
  expect(bob?.slice(2)).toEqual(["Gets no more", expect.stringMatching(/^ended /), "Opted out"]);
  expect(cy).toEqual([
    "A lead that was deleted",
    "No mail yet",
    "Waits for mail 1",
    "goes on in a moment",
    "",
  ]);
  expect(dee?.slice(2)).toEqual(["Waits until you say what became of mail 1", "", ""]);
  expect(section(opened)?.querySelector("tbody a")?.getAttribute("href")).toBe("#leads/ann");
  expect(section(opened)?.querySelector("caption")?.textContent).toBe("Leads of Hello friend");
});

test("what is looked for is asked of the server, from the first page on", async () => {
  const page = { items: Array.from({ length: 50 }, (_, nth) => lead(`l${nth}`)), next: "l49" };
  const opened = await open(answering(page));
  await opened.settle(() => rows(opened).length === 50);
  await press(opened, "Next");
  await opened.settle(() => queries(opened).at(-1)?.after === "l49");
  const choice = [...(section(opened)?.querySelectorAll("select") ?? [])][1];
  await opened.act(() => {
    if (choice === undefined) return;
    choice.value = "1";
    choice.dispatchEvent(new opened.window.Event("change", { bubbles: true }) as unknown as Event);
  });
  await opened.settle(() => queries(opened).at(-1)?.step === "1");
  expect(queries(opened).at(-1)).toEqual({ step: "1", pageSize: "50" });
});

test("who gets no more has an address, and nobody like that is said with the way back to all", async () => {
  const opened = await open(answering({ items: [], next: null }), { hash: "leads/ended" });
  await opened.settle(
    () => section(opened)?.textContent?.includes("No lead of this sequence matches.") === true,
  );
  expect(queries(opened)[0]).toMatchObject({ ended: "true" });
  await press(opened, "Show all of them");
  await opened.settle(() => section(opened)?.textContent?.includes("No lead has joined") === true);
});

test("a search that looked through a part says so, and looks further", async () => {
  const opened = await open(answering({ items: [], next: "l9999" }));
  await opened.settle(
    () => section(opened)?.textContent?.includes("None among the leads looked through so far") === true,
  );
  await press(opened, "Look further");
  await opened.settle(() => queries(opened).at(-1)?.after === "l9999");
});

test("leads that cannot be loaded are said to be, and asked for again", async () => {
  let isDown = true;
  const opened = await open(() => {
    if (isDown) return { status: 503, body: { message: "Busy" } };
    return { body: { items: [lead("ann")], next: null } };
  });
  await opened.settle(() => section(opened)?.textContent?.includes("could not be loaded") === true);
  isDown = false;
  await press(opened, "Try again");
  await opened.settle(() => rows(opened).length === 1);
});

test("a paused sequence promises no moment", async () => {
  const paused = await open(answering({ items: [lead("ann")], next: null }), {
    of: { ...sequence, state: "paused" },
  });
  await paused.settle(() => rows(paused).length === 1);
  expect(rows(paused)[0]?.[3]).toBe("goes on once the sequence is resumed");
});

test("a campaign that is sent once has no such view", async () => {
  const opened = await open(undefined, { of: { ...sequence, kind: "once", steps: 1 } });
  const tabs = [...opened.document.querySelectorAll('.campaign-page [role="tab"]')].map(
    ({ textContent }) => textContent,
  );
  expect(tabs).toEqual(["Overview", "Recipients", "Mail and links", "Activity"]);
});
