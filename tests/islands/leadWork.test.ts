import { expect, setDefaultTimeout, test } from "bun:test";
import type { FetchStandIn, StandInCall } from "../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someLead,
} from "../support/browser/openWorkspace.ts";

setDefaultTimeout(30_000);

closesWorkspaces();
let page: OpenedWorkspace;

const total = 12_000;
const panelText = () => page.panel("leads").textContent ?? "";
const bodies = (key: string) => page.callsTo(key).map(({ body }) => body) ?? [];
const deletions = "POST /amplify/leads/actions";

/** Twelve thousand leads, all of them picked. */
async function pickEverybody(answers: FetchStandIn["answers"]): Promise<OpenedWorkspace> {
  const list = { items: [someLead], total, page: 1, pageSize: 100 };
  page = await openWorkspace({}, { answers: { "GET /amplify/leads": () => ({ body: list }), ...answers } });
  const opened = page;
  const grid = opened.panel("leads").querySelector('[role="grid"]');
  const { KeyboardEvent } = opened.window as unknown as { KeyboardEvent: typeof globalThis.KeyboardEvent };
  const key = new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true });
  await opened.act(() => grid?.dispatchEvent(key));
  return opened;
}

async function deleteThem(opened: OpenedWorkspace): Promise<void> {
  await opened.click(opened.panel("leads"), "Delete");
  await opened.settle(() => opened.dialog().textContent?.includes("12,000") === true);
  await opened.click(opened.dialog(), "Delete");
}

/** Answers one step each time that the test lets one go. */
function steps(count: number) {
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>());
  let asked = 0;
  const answer = async (_: StandInCall) => {
    const turn = asked++;
    await gates[turn]?.promise;
    const isLast = turn === count - 1;
    const body = {
      count: isLast ? 2_000 : 5_000,
      deletionId: "d1",
      ...(isLast ? {} : { next: `lead${turn}` }),
    };
    return { body };
  };
  return { answer, letGo: (turn: number) => gates[turn]?.resolve() };
}

test("very many leads are deleted step by step as one deletion, with their progress and one undoing", async () => {
  const { answer, letGo } = steps(3);
  let undone = 0;
  const opened = await pickEverybody({
    [deletions]: answer,
    "POST /amplify/leads/deletions/{id}/undo": () => {
      undone += 1;
      return { body: { restored: 4_000, replaced: 0, ...(undone < 3 ? { more: true } : {}) } };
    },
  });
  await deleteThem(opened);
  await opened.settle(() => panelText().includes("Deleting leads… 0 of 12,000"));
  expect(opened.document.querySelector("dialog[open]")).toBeNull();
  letGo(0);
  await opened.settle(() => panelText().includes("Deleting leads… 5,000 of 12,000"));
  letGo(1);
  letGo(2);
  await opened.settle(() => panelText().includes("12,000 leads deleted."));
  const step = { action: "delete", which: { matching: {} }, countMax: 5_000 };
  const { deletionId } = bodies(deletions)[0] as { deletionId: string };
  expect(deletionId).toMatch(/^[0-9a-f]{32}$/);
  expect(bodies(deletions)).toEqual([
    { ...step, deletionId },
    { ...step, beyond: "lead0", deletionId },
    { ...step, beyond: "lead1", deletionId },
  ]);
  await opened.click(opened.panel("leads"), "Undo");
  await opened.settle(() => !panelText().includes("deleted."));
  expect(undone).toBe(3);
});

test("work that is stopped has done what it had done, says how much, and can be undone so far", async () => {
  const { answer, letGo } = steps(3);
  const opened = await pickEverybody({ [deletions]: answer });
  await deleteThem(opened);
  await opened.settle(() => panelText().includes("0 of 12,000"));
  await opened.click(opened.panel("leads"), "Stop");
  letGo(0);
  await opened.settle(() => panelText().includes("5,000 leads deleted."));
  expect(bodies(deletions)).toHaveLength(1);
  expect(panelText()).toContain("All 12,000 leads are selected");
});

test("a deletion whose answer is lost is said to be in doubt, and can be undone", async () => {
  const undone: string[] = [];
  const opened = await pickEverybody({
    [deletions]: () => Promise.reject(new TypeError("the line broke")),
    "POST /amplify/leads/deletions/{id}/undo": ({ url }) => {
      undone.push(url.pathname);
      return { body: { restored: 4_000, replaced: 0 } };
    },
  });
  await deleteThem(opened);
  await opened.settle(() => panelText().includes("It broke off: some leads may be deleted."));
  const { deletionId } = bodies(deletions)[0] as { deletionId: string };
  await opened.click(opened.panel("leads"), "Undo");
  await opened.settle(() => !panelText().includes("It broke off"));
  expect(undone).toEqual([`/amplify/leads/deletions/${deletionId}/undo`]);
});

test("deleted leads that had been added again can still be brought back, once the newer ones are gone", async () => {
  let undone = 0;
  const opened = await pickEverybody({
    [deletions]: () => ({ body: { count: 12_000, deletionId: "d1" } }),
    "POST /amplify/leads/deletions/{id}/undo": () => {
      undone += 1;
      return { body: undone === 1 ? { restored: 11_997, replaced: 3 } : { restored: 3, replaced: 0 } };
    },
  });
  await deleteThem(opened);
  await opened.settle(() => panelText().includes("12,000 leads deleted."));
  await opened.click(opened.panel("leads"), "Undo");
  await opened.settle(() => panelText().includes("3 leads deleted."));
  await opened.click(opened.panel("leads"), "Undo");
  await opened.settle(() => !panelText().includes("deleted."));
  expect(undone).toBe(2);
});

test("work that fails on its way says so, and what it had done can be undone", async () => {
  const { answer, letGo } = steps(3);
  let asked = 0;
  const opened = await pickEverybody({
    [deletions]: (call) =>
      asked++ === 0
        ? answer(call)
        : { status: 503, body: { message: "The database is busy", code: "unavailable" } },
  });
  await deleteThem(opened);
  letGo(0);
  await opened.settle(() => panelText().includes("The database is busy"));
  expect(panelText()).toContain("5,000 leads deleted, or more: it broke off.");
});

test.each([
  [
    "refused",
    { status: 403, body: { message: "Not with this key", code: "forbidden" } },
    "Not with this key",
  ],
  ["broken off", { status: 503, body: { message: "Back at noon", code: "unavailable" } }, "Back at noon"],
])("the deletion of a row's lead that is %s says why", async (_, answer, why) => {
  const opened = await openWorkspace({ leads: [someLead] }, { answers: { [deletions]: () => answer } });
  await opened.click(opened.panel("leads"), "Delete Ann Lee");
  await opened.settle(() => opened.document.body.textContent?.includes(why) === true);
});
