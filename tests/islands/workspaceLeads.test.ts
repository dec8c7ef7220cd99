import { expect, test } from "bun:test";
import { exact } from "../../contract/texts/en/exact.ts";
import type { StandInAnswer, StandInCall } from "../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someLead,
} from "../support/browser/openWorkspace.ts";

closesWorkspaces();

const collections = [{ _id: "k1", name: "customers", count: 1 }];
const chips = (opened: OpenedWorkspace) =>
  [...opened.panel("leads").querySelectorAll(".chip")].map((chip) => [
    chip.textContent,
    chip.getAttribute("aria-pressed"),
  ]);

test("every collection is a chip with its count, and the chosen one is remembered", async () => {
  const page = await openWorkspace({ leads: [someLead], collections });
  expect(chips(page)).toEqual([
    ["All1", "true"],
    ["customers1", "false"],
    ["+", null],
  ]);
  await page.click(page.panel("leads"), "customers1");
  expect(page.window.localStorage.getItem("collection")).toBe("customers");
  expect(page.callsTo("GET /amplify/leads").at(-1)?.url.searchParams.get("collection")).toBe("customers");
});

test("a remembered collection that is gone falls back to all", async () => {
  const opened = await openWorkspace(
    { leads: [someLead], collections },
    { remembered: { collection: "gone" } },
  );
  await opened.settle(() => opened.window.localStorage.getItem("collection") === "all");
  expect(chips(opened)[0]).toEqual(["All1", "true"]);
});

test("a collection that another tab has just added and chosen is shown here too, in a list asked for anew", async () => {
  const kept = [...collections];
  const opened = await openWorkspace({ leads: [someLead], collections: kept });
  const { localStorage } = opened.window;
  kept.push({ _id: "k2", name: "meanwhile", count: 0 });
  localStorage.setItem("collection", "meanwhile");
  opened.window.dispatchEvent(new opened.window.StorageEvent("storage", { key: "collection" }));
  await opened.settle(() => chips(opened).some(([text]) => text === "meanwhile0"));
  expect(chips(opened)).toContainEqual(["meanwhile0", "true"]);
  expect(localStorage.getItem("collection")).toBe("meanwhile");
  // And is left once it is deleted there.
  kept.pop();
  localStorage.setItem("collection", "other");
  opened.window.dispatchEvent(new opened.window.StorageEvent("storage", { key: "collection" }));
  await opened.settle(() => localStorage.getItem("collection") === "all");
  expect(chips(opened).map(([text]) => text)).toEqual(["All1", "customers1", "+"]);
});

for (const [name, sentence] of [
  [" ALL ", exact.collectionReserved],
  ["default", exact.collectionReserved],
  ["Customers", exact.collectionTaken],
] as const) {
  test(`a collection cannot be called "${name}"`, async () => {
    const opened = await openWorkspace({ collections });
    await opened.click(opened.panel("leads"), "Add a collection");
    await opened.type("Name", name);
    await opened.click(opened.dialog(), "Add collection");
    expect(opened.dialog().textContent).toContain(sentence);
    expect(opened.callsTo("POST /amplify/collections")).toHaveLength(0);
  });
}

test("a new collection is shown at once", async () => {
  const kept = [...collections];
  const add = ({ body }: StandInCall): StandInAnswer => {
    const { name } = body as { name: string };
    kept.push({ _id: "k2", name, count: 0 });
    return { status: 201, body: kept[1] };
  };
  const opened = await openWorkspace(
    { collections: kept },
    { answers: { "POST /amplify/collections": add } },
  );
  await opened.click(opened.panel("leads"), "Add a collection");
  await opened.type("Name", "prospects");
  await opened.click(opened.dialog(), "Add collection");
  await opened.settle(() => chips(opened).some(([text]) => text === "prospects0"));
  expect(opened.window.localStorage.getItem("collection")).toBe("prospects");
});

test("a lead needs both names and an address, each said at its field", async () => {
  const page = await openWorkspace();
  await page.click(page.panel("leads"), "Add Lead");
  await page.settle(() => page?.document.querySelector("dialog[open] form") != null);
  await page.type("First name", "Ann");
  await page.type("Email", "ann@");
  await page.click(page.dialog(), "Add Lead");
  await page.settle(() => page?.dialog().querySelector('[role="alert"]') !== null);
  const alerts = [...page.dialog().querySelectorAll('[role="alert"]')].map((node) => node.textContent);
  expect(alerts).toEqual([exact.fillAllFields, exact.signupEmail]);
  expect(page.callsTo("POST /amplify/leads")).toHaveLength(0);
});

test("a lead that does not fit the plan leads to where plans are upgraded", async () => {
  const refusal = { message: "The Free plan holds 50 leads: no more fit.", code: "plan_limit" };
  const opened = await openWorkspace(
    {},
    { answers: { "POST /amplify/leads": () => ({ status: 403, body: refusal }) } },
  );
  await opened.click(opened.panel("leads"), "Add Lead");
  await opened.settle(() => opened.document.querySelector("dialog[open] form") !== null);
  await opened.type("First name", "Ann");
  await opened.type("Last name", "Lee");
  await opened.type("Email", "ann@example.com");
  await opened.click(opened.dialog(), "Add Lead");
  await opened.settle(() => opened.dialog().querySelector('[role="alert"] a') !== null);
  expect(opened.dialog().querySelector('[role="alert"]')?.textContent).toContain(refusal.message);
  expect(opened.dialog().querySelector('[role="alert"] a')?.getAttribute("href")).toBe("/pricing");
});

test("a lead can be opted out by hand, and the whole lead is sent", async () => {
  const opened = await openWorkspace(
    { leads: [someLead], collections },
    { answers: { "PUT /amplify/leads/{id}": () => ({ body: someLead }) } },
  );
  await opened.click(opened.panel("leads"), "Edit Ann Lee");
  await opened.settle(() => opened.dialog().querySelector('input[type="radio"]') !== null);
  await opened.act(() => opened.dialog().querySelector<HTMLElement>('input[type="radio"]')?.click());
  await opened.click(opened.dialog(), "Save lead");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.callsTo("PUT /amplify/leads/{id}")[0]?.body).toEqual({
    firstName: "Ann",
    lastName: "Lee",
    email: "ann@example.com",
    phone: "",
    collection: ["customers"],
    optout: true,
    // What was read, for the server to see whether that still stands.
    was: { firstName: "Ann", lastName: "Lee", email: "ann@example.com", phone: "" },
  });
});

test("what somebody else changed of a lead while its form was open stays, an opt-out too", async () => {
  const now = { ...someLead, phone: "0800 1", collection: ["vips"], optout: true };
  const opened = await openWorkspace(
    { leads: [someLead], collections },
    {
      answers: {
        "GET /amplify/leads/{id}": () => ({ body: now }),
        "PUT /amplify/leads/{id}": () => ({ body: now }),
      },
    },
  );
  await opened.click(opened.panel("leads"), "Edit Ann Lee");
  await opened.settle(() => opened.dialog().querySelector('input[type="radio"]') !== null);
  await opened.type("First name", "Anna");
  await opened.click(opened.dialog(), "Save lead");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.callsTo("PUT /amplify/leads/{id}")[0]?.body).toEqual({
    firstName: "Anna",
    lastName: "Lee",
    email: "ann@example.com",
    phone: "0800 1",
    collection: ["vips"],
    was: { firstName: "Ann", lastName: "Lee", email: "ann@example.com", phone: "0800 1" },
  });
});

test("a lead without a last name, as a sheet has them, is opted out by hand without one being made up", async () => {
  const opened = await openWorkspace(
    { leads: [{ ...someLead, lastName: "" }], collections },
    { answers: { "PUT /amplify/leads/{id}": () => ({ body: someLead }) } },
  );
  await opened.click(opened.panel("leads"), "Edit Ann");
  await opened.settle(() => opened.dialog().querySelector('input[type="radio"]') !== null);
  await opened.act(() => opened.dialog().querySelector<HTMLElement>('input[type="radio"]')?.click());
  await opened.click(opened.dialog(), "Save lead");
  await opened.settle(() => opened.document.querySelector("dialog[open]") === null);
  expect(opened.callsTo("PUT /amplify/leads/{id}")[0]?.body).toMatchObject({ lastName: "", optout: true });
});

test("a lead is deleted at a press, and comes back at another", async () => {
  const opened = await openWorkspace(
    { leads: [someLead] },
    {
      answers: {
        "POST /amplify/leads/actions": () => ({ body: { count: 1, deletionId: "d1" } }),
        "POST /amplify/leads/deletions/{id}/undo": () => ({ body: { restored: 1, replaced: 0 } }),
      },
    },
  );
  // Only a region that is there before it has something to say is read out.
  const regions = [...opened.panel("leads").querySelectorAll('[role="status"]')];
  const isReadOut = (text: string) =>
    regions.some(({ isConnected, textContent }) => isConnected && textContent?.includes(text));
  const box = opened.panel("leads").querySelector<HTMLElement>('[aria-label="Select Ann Lee"]');
  await opened.act(() => box?.click());
  await opened.settle(() => isReadOut("selected"));
  await opened.click(opened.panel("leads"), "Delete Ann Lee");
  await opened.settle(() => opened.panel("leads").textContent?.includes("1 lead deleted.") ?? false);
  expect(isReadOut("1 lead deleted.")).toBe(true);
  expect(opened.callsTo("POST /amplify/leads/actions")[0]?.body).toEqual({
    action: "delete",
    deletionId: expect.any(String),
    which: { ids: ["l1"] },
  });
  await opened.click(opened.panel("leads"), "Undo");
  await opened.settle(() => !opened.panel("leads").textContent?.includes("deleted."));
  expect(opened.callsTo("POST /amplify/leads/deletions/{id}/undo")[0]?.url.pathname).toContain("/d1/");
});

test("everything that matches is deleted only after a question, in the words of the search", async () => {
  const opened = await openWorkspace(
    { leads: [someLead, { ...someLead, _id: "l2", email: "bo@example.com" }] },
    { answers: { "POST /amplify/leads/actions": () => ({ body: { count: 2, deletionId: "d1" } }) } },
  );
  const leads = opened.panel("leads");
  await opened.type("Search leads", "lee");
  const searched = () => opened.callsTo("GET /amplify/leads").at(-1)?.url.searchParams.get("search");
  await opened.settle(() => searched() === "lee");
  const found = () => [...leads.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
  await opened.settle(() => found().includes("2 found"));
  const { KeyboardEvent } = opened.window as unknown as { KeyboardEvent: typeof globalThis.KeyboardEvent };
  const key = new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true });
  await opened.act(() => leads.querySelector('[role="grid"]')?.dispatchEvent(key));
  expect(leads.textContent).toContain("All 2 leads that were found are selected");
  await opened.click(leads, "Delete");
  expect(opened.callsTo("POST /amplify/leads/actions")).toEqual([]);
  await opened.click(opened.dialog(), "Delete");
  await opened.settle(() => opened.callsTo("POST /amplify/leads/actions").length === 1);
  expect(opened.callsTo("POST /amplify/leads/actions")[0]?.body).toEqual({
    action: "delete",
    deletionId: expect.any(String),
    which: { matching: { search: "lee" } },
  });
});

test("a column that is left out stays out, and the name always stays", async () => {
  const page = await openWorkspace({ leads: [someLead] }, { remembered: { leadColumns: "emailCount" } });
  const headings = [...page.panel("leads").querySelectorAll("th[scope=col]")].map((cell) => cell.textContent);
  expect(headings).toEqual(["", "Name", "Sent", "Actions"]);
});

test("a filter is asked of the server", async () => {
  const found = { items: [someLead], total: 1, page: 1, pageSize: 50 };
  const opened = await openWorkspace(
    { leads: [someLead] },
    {
      answers: {
        "GET /amplify/fields": () => ({ body: [] }),
        "GET /amplify/segments": () => ({ body: [] }),
        "POST /amplify/segments/count": () => ({ body: { count: 1, examples: [someLead] } }),
        "POST /amplify/leads/find": () => ({ body: found }),
      },
    },
  );
  await opened.click(opened.panel("leads"), "Filter");
  await opened.settle(() => opened.panel("leads").textContent.includes("Was never sent a mail"));
  await opened.click(opened.panel("leads"), "Was never sent a mail");
  await opened.settle(() =>
    JSON.stringify(opened.callsTo("POST /amplify/leads/find").at(-1)?.body ?? null).includes(
      JSON.stringify({ match: "all", of: [{ about: "sent", op: "never" }] }),
    ),
  );
});

test("a segment that is deleted elsewhere is left, and every lead is shown again", async () => {
  const question = { match: "all", of: [{ about: "sent", op: "never" }] } as const;
  const saved = [{ _id: "s1", name: "New ones", question, broken: null, createdAt: 0, updatedAt: 0 }];
  const opened = await openWorkspace(
    { leads: [someLead] },
    {
      answers: {
        "GET /amplify/fields": () => ({ body: [] }),
        "GET /amplify/segments": () => ({ body: saved }),
        "POST /amplify/segments/count": () => ({ body: { count: 1, examples: [someLead] } }),
      },
    },
  );
  const leads = opened.panel("leads");
  await opened.click(leads, "Filter");
  await opened.settle(() => leads.textContent.includes("New ones"));
  await opened.click(leads, "New ones");
  // The number of all leads is asked for by itself.
  const lists = () =>
    opened.callsTo("GET /amplify/leads").filter(({ url }) => url.searchParams.get("pageSize") !== "1");
  const asked = () => lists().map(({ url }) => url.searchParams.get("segmentId"));
  await opened.settle(() => asked().includes("s1"));
  const before = asked().length;
  saved.pop();
  await opened.act(() => opened.socket.change(["segments", "leads"]));
  await opened.settle(() => asked().slice(before).includes(null));
  expect(leads.querySelectorAll(".filter-token")).toHaveLength(0);
  expect(leads.textContent).toContain("Every lead is shown.");
});

test("with no lead there is a button that imports some", async () => {
  const page = await openWorkspace();
  await page.click(page.panel("leads"), "Import a file");
  expect(page.dialog().textContent).toContain(".csv, .xls, .xlsx");
});
