import { afterEach, expect, test } from "bun:test";
import { createElement } from "react";
import type { KeyUsage } from "../../contract/schemas/keys.ts";
import { later } from "../../islands/_parts/later.tsx";
import { type Section, sections } from "../../islands/Workspace/api/sections.tsx";
import { type OpenedWorkspace, openWorkspace } from "../support/browser/openWorkspace.ts";

let page: OpenedWorkspace | undefined;
const known = [...sections];
afterEach(async () => {
  (sections as Section[]).splice(0, sections.length, ...known);
  await page?.close();
  page = undefined;
});

const overview = {
  baseUrl: "https://mail.example",
  openapiUrl: "https://mail.example/openapi.json",
  requestsPerMinute: 300,
  leadsPerBulkCall: 10_000,
};

const day = { done: 0, refused: 0, failed: 0 };
let usage: KeyUsage = { days: [], keys: [] };

async function opened(hash: string, status: string): Promise<OpenedWorkspace> {
  const answers = {
    "GET /amplify/api/overview": () => ({ body: overview }),
    "GET /amplify/api/usage": () => ({ body: usage }),
  };
  page = await openWorkspace({}, { url: `http://localhost:8000/app${hash}`, person: { status }, answers });
  return page;
}

test("who may not use the API sees by its address what it would give, without a tab, a call, or a way back that is lost", async () => {
  const workspace = await opened("#api", "AMFR");
  const panel = () => workspace.document.getElementById("panel-api");
  await workspace.settle(() => panel()?.textContent?.includes("larger plan") ?? false);
  expect(workspace.document.getElementById("tab-api")).toBeNull();
  expect(panel()?.getAttribute("aria-label")).toBe("API");
  expect(workspace.window.location.hash).toBe("#api");
  expect([...(panel()?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toEqual([
    "/api",
    "/pricing",
  ]);
  expect(workspace.callsTo("GET /amplify/api/overview")).toHaveLength(0);
  expect(workspace.window.localStorage.getItem("activeTab")).not.toBe("api");
  // The tabs are still reached by keyboard.
  expect(workspace.document.getElementById("tab-leads")?.tabIndex).toBe(0);
});

test("the first calls have the installation's own address, in each language", async () => {
  const workspace = await opened("#api", "AMPR");
  const panel = () => workspace.document.getElementById("panel-api");
  await workspace.settle(() => (panel()?.querySelectorAll("pre").length ?? 0) === 4);
  for (const code of panel()?.querySelectorAll("pre") ?? [])
    expect(code.textContent).toContain("https://mail.example");
  expect(panel()?.querySelector('#api-panel-overview [role="tablist"]')?.getAttribute("aria-label")).toBe(
    "Begin in",
  );
});

test("how much each key has called is drawn by the day, and told by key and by day in numbers", async () => {
  usage = {
    days: Array.from({ length: 30 }, (_, index) => ({ ...day, day: (20_000 + index) * 86_400_000 })),
    keys: [
      { keyId: "cron", name: "Cron", done: 1_200, refused: 3, failed: 0 },
      { keyId: "gone", name: "", done: 4, refused: 0, failed: 0 },
    ],
  };
  Object.assign(usage.days[29] ?? {}, { done: 1_204, refused: 3 });
  const workspace = await opened("#api", "AMPR");
  const part = () => workspace.document.querySelector(".api-usage");
  await workspace.settle(() => part()?.querySelector("table") !== null);
  const plots = [...(part()?.querySelectorAll("svg") ?? [])].map((plot) => plot.getAttribute("aria-label"));
  expect(plots[0]).toMatch(/^Answered: 1,204 in 30 days, most on .* with 1,204$/);
  expect(plots[2]).toBe("Failed: none in 30 days");
  const rows = () => [...(part()?.querySelectorAll("tbody tr") ?? [])].map((row) => row.textContent);
  expect(rows()).toEqual(["Cron1,20030", "A key that is gone400"]);
  const table = [...(part()?.querySelectorAll("button") ?? [])].at(-1);
  table?.click();
  await workspace.settle(() => rows().length === 3);
  expect(table?.getAttribute("aria-expanded")).toBe("true");
  usage = { days: usage.days.map((one) => ({ ...one, ...day })), keys: [] };
});

test("where no key has called yet that is said", async () => {
  const workspace = await opened("#api", "AMPR");
  const part = () => workspace.document.querySelector(".api-usage");
  await workspace.settle(() => part()?.textContent?.includes("No key was used") ?? false);
  expect(part()?.querySelector("svg")).toBeNull();
});

test("a section is fetched when its address is first shown, and stays when another is", async () => {
  let fetched = 0;
  const second: Section = {
    key: "second",
    title: () => "Second",
    Part: later<object>(async () => {
      fetched += 1;
      return { default: () => createElement("input", { id: "second-field" }) };
    }),
  };
  (sections as Section[]).splice(1, sections.length, second);
  const workspace = await opened("#api", "AMPR");
  const tab = (key: string) => workspace.document.getElementById(`api-tab-${key}`);
  const field = () => workspace.document.getElementById("second-field") as HTMLInputElement | null;
  await workspace.settle(() => tab("second") !== null);
  expect(fetched).toBe(0);

  await workspace.act(() => {
    tab("overview")?.dispatchEvent(
      new workspace.window.KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }) as never,
    );
  });
  await workspace.settle(() => field() !== null);
  expect(workspace.window.location.hash).toBe("#api/second");
  expect(tab("second")?.getAttribute("aria-selected")).toBe("true");
  (field() as HTMLInputElement).value = "half typed";

  await workspace.act(() => tab("overview")?.click());
  await workspace.settle(() => workspace.document.getElementById("api-panel-second")?.hidden === true);
  expect(workspace.window.location.hash).toBe("#api/overview");
  expect(field()?.value).toBe("half typed");
  expect(fetched).toBe(1);
});

test("a part that cannot be fetched says so in its place, can be fetched again, and takes nothing else off the page", async () => {
  let isAway = true;
  const second: Section = {
    key: "second",
    title: () => "Second",
    Part: later<object>(async () => {
      if (isAway) throw new TypeError("Failed to fetch dynamically imported module");
      return { default: () => createElement("input", { id: "second-field" }) };
    }),
  };
  (sections as Section[]).splice(1, sections.length, second);
  const workspace = await opened("#api/second", "AMPR");
  const panel = () => workspace.document.getElementById("api-panel-second") as HTMLElement;
  await workspace.settle(() => panel()?.querySelector('[role="alert"]') != null);
  expect(panel().textContent).toContain("The server cannot be reached, or is newer than the page.");
  expect(workspace.document.getElementById("tab-leads")).not.toBeNull();
  isAway = false;
  await workspace.click(panel(), "Try again");
  await workspace.settle(() => panel().querySelector("#second-field") !== null);
  expect(panel().querySelector('[role="alert"]')).toBeNull();
});
