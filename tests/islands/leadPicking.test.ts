import { expect, setDefaultTimeout, test } from "bun:test";
import type { Lead } from "../../contract/schemas/lead.ts";
import type { StandInCall } from "../support/browser/fetchStandIn.ts";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someLead,
} from "../support/browser/openWorkspace.ts";

setDefaultTimeout(30_000);

closesWorkspaces();
let page: OpenedWorkspace;

/** Everything but the first hundred is held back until the test lets it go, or fails where the test says so. */
type Server = { release: () => void; fail: () => void };

async function openList(total: number): Promise<{ opened: OpenedWorkspace; server: Server }> {
  const held = Promise.withResolvers<void>();
  // Nobody may be waiting when it fails.
  held.promise.catch(() => {});
  const answer = async ({ url }: StandInCall) => {
    const asked = url.searchParams;
    const size = Number(asked.get("pageSize") ?? 50);
    const first = (Number(asked.get("page") ?? 1) - 1) * size;
    if (first > 0 || size > 100) await held.promise;
    const isUp = asked.get("order") === "asc";
    const items = Array.from({ length: Math.max(0, Math.min(size, total - first)) }, (_, offset) =>
      leadNumbered(isUp ? total - 1 - first - offset : first + offset),
    );
    return { body: { items, total, page: first / size + 1, pageSize: size } };
  };
  page = await openWorkspace({}, { answers: { "GET /amplify/leads": answer } });
  await page.settle(() => row(0) !== null);
  return { opened: page, server: { release: held.resolve, fail: () => held.reject(new Error("gone")) } };
}

function leadNumbered(index: number): Lead {
  return { ...someLead, _id: `lead${index}`, firstName: `Lead${index}`, email: `lead${index}@example.com` };
}

const find = (selector: string) => page.panel("leads").querySelector<HTMLElement>(selector) ?? null;
const grid = () => find('[role="grid"]');
const row = (index: number) => find(`#lead-row-${index}`);
const box = (root: HTMLElement | null) => root?.querySelector<HTMLInputElement>("input") ?? null;
const pageBox = () => box(find(".lead-grid thead"));
const barText = () => find(".selection-bar p")?.textContent ?? "";
const isThere = (index: number) => row(index)?.getAttribute("aria-busy") === "false";

async function press(opened: OpenedWorkspace, key: string, shiftKey = false): Promise<void> {
  const { KeyboardEvent } = opened.window;
  const event = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
  await opened.act(() => grid()?.dispatchEvent(event as unknown as Event));
}

test("the box over the list is ticked at the press, and its hundred is picked once it is there", async () => {
  const { opened, server } = await openList(350);
  await press(opened, "End");
  expect(isThere(349)).toBe(false);
  expect(pageBox()?.checked).toBe(false);
  await opened.act(() => pageBox()?.click());
  expect(pageBox()?.checked).toBe(true);
  expect(pageBox()?.getAttribute("aria-busy")).toBe("true");
  expect(box(row(349))?.checked).toBe(true);
  server.release();
  await opened.settle(() => barText() === "50 of 350 selected");
  expect(pageBox()?.checked).toBe(true);
});

test("of several pendingPicks on rows that are still coming the last one counts", async () => {
  const { opened, server } = await openList(350);
  await press(opened, "End");
  await opened.act(() => pageBox()?.click());
  await opened.act(() => box(row(348))?.click());
  expect(box(row(348))?.checked).toBe(false);
  expect(box(row(349))?.checked).toBe(true);
  server.release();
  await opened.settle(() => barText() === "49 of 350 selected");
  await opened.settle(() => isThere(348));
  expect(box(row(348))?.checked).toBe(false);
});

test("what was pressed before everything was let go is not picked afterwards", async () => {
  const { opened, server } = await openList(350);
  await press(opened, "End");
  await opened.act(() => pageBox()?.click());
  await press(opened, "Escape");
  expect(pageBox()?.checked).toBe(false);
  server.release();
  await opened.settle(() => isThere(349));
  expect(barText()).toBe("");
});

test("rows are meant as they stood at the press, also when another order is chosen meanwhile", async () => {
  const { opened, server } = await openList(350);
  await press(opened, "End");
  await opened.act(() => box(row(349))?.click());
  await opened.click(opened.panel("leads"), "Name");
  await opened.settle(() => row(0)?.textContent?.includes("Lead349") === true);
  server.release();
  await opened.settle(() => barText() === "1 of 350 selected");
  expect(box(row(0))?.checked).toBe(true);
  expect(box(row(1))?.checked).toBe(false);
});

test("a press whose leads cannot be loaded is taken back and says so", async () => {
  const { opened, server } = await openList(350);
  await press(opened, "End");
  await opened.act(() => pageBox()?.click());
  server.fail();
  await opened.settle(() => pageBox()?.checked === false);
  expect(opened.document.body.textContent).toContain("could not be loaded, so nothing was picked");
});

test("a row that is still coming can be picked, but nothing else can be done to it", async () => {
  const { opened } = await openList(350);
  await press(opened, "End");
  for (const name of ["Delete row 350", "Edit row 350"]) await opened.click(opened.panel("leads"), name);
  await press(opened, "Delete");
  expect(opened.document.querySelector("dialog[open]")).toBeNull();
  expect(opened.callsTo("POST /amplify/leads/actions")).toEqual([]);
});

test("nearly everything is picked by leaving out the few others", async () => {
  const { opened, server } = await openList(3_000);
  server.release();
  await press(opened, "ArrowDown");
  await press(opened, "End", true);
  await opened.settle(() => barText() === "2,999 of the 3,000 leads are selected");
  expect(
    opened.callsTo("GET /amplify/leads").filter(({ url }) => url.searchParams.get("page") === "3"),
  ).toEqual([]);
});

test("more rows than can be picked one by one are refused in words", async () => {
  const { opened, server } = await openList(200_000);
  server.release();
  const frame = find(".lead-grid");
  const { Event, MouseEvent } = opened.window;
  await opened.act(() => {
    if (frame !== null) frame.scrollTop = 150_000 * 36;
    frame?.dispatchEvent(new Event("scroll") as unknown as globalThis.Event);
  });
  const far = box(find(".lead-grid tbody tr"));
  const click = new MouseEvent("click", { shiftKey: true, bubbles: true, cancelable: true });
  await opened.act(() => far?.dispatchEvent(click as unknown as globalThis.Event));
  expect(opened.document.body.textContent).toContain("At most 40,000 leads can be picked");
  expect(barText()).toBe("");
});
