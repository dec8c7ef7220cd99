import { expect, test } from "bun:test";
import {
  closesWorkspaces,
  type OpenedWorkspace,
  openWorkspace,
  someLead,
} from "../support/browser/openWorkspace.ts";

closesWorkspaces();

const tabNames = (opened: OpenedWorkspace) =>
  [...opened.document.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent);
const selected = (opened: OpenedWorkspace) =>
  opened.document.querySelector('[role="tab"][aria-selected="true"]')?.textContent;
const choose = (opened: OpenedWorkspace, key: string) =>
  opened.act(() => opened.document.getElementById(`tab-${key}`)?.click());

test("the API tab is there for paying plans and administrators only", async () => {
  for (const [person, seen] of [
    [{ status: "AMFR", role: "user" }, false],
    [{ status: "AMPR", role: "user" }, true],
    [{ status: "AMEX", role: "user" }, true],
    [{ status: "AMFR", role: "admin" }, true],
  ] as const) {
    const page = await openWorkspace({}, { person });
    expect([person, tabNames(page).includes("API")]).toEqual([person, seen]);
    await page.close();
  }
});

test("a plan that is granted while the page is open shows as soon as who is there is asked again", async () => {
  const me = { uid: "u1", email: "ann@example.com", firstName: "Ann", lastName: "Lee" };
  const granted = { body: { ...me, status: "AMPR", role: "user" } };
  const page = await openWorkspace({}, { answers: { "GET /amplify/auth/me": () => granted } });
  expect(tabNames(page)).not.toContain("API");
  expect(page.callsTo("GET /amplify/auth/me")).toHaveLength(0);
  await page.act(() => page.socket.change(["account"]));
  await page.settle(() => tabNames(page).includes("API"));
});

test("the chosen tab is remembered and stands in the address and in the title", async () => {
  const page = await openWorkspace();
  expect(selected(page)).toBe("Leads");
  await choose(page, "accounts");
  expect(selected(page)).toBe("Accounts");
  expect(page.window.location.hash).toBe("#accounts");
  expect(page.window.localStorage.getItem("activeTab")).toBe("accounts");
  expect(page.document.title).toBe("Amplify | Accounts");
});

test("the address says which tab is shown, before the remembered one", async () => {
  const page = await openWorkspace(
    {},
    { url: "http://localhost:8000/app#design", remembered: { activeTab: "accounts" } },
  );
  expect(selected(page)).toBe("Design");
});

test("a remembered tab that this person may not see falls back to Leads", async () => {
  const page = await openWorkspace({}, { remembered: { activeTab: "api" } });
  expect(selected(page)).toBe("Leads");
});

test("an address that names a tab which this person may not see becomes that of the one shown", async () => {
  for (const [hash, status, shown] of [
    ["#nonsense", "AMFR", "#accounts"],
    ["#api", "AMPR", "#api"],
    ["", "AMFR", ""],
  ] as const) {
    const url = `http://localhost:8000/app${hash}`;
    const opened = await openWorkspace(
      {},
      { url, person: { status }, remembered: { activeTab: "accounts" } },
    );
    const entries = opened.window.history.length;
    await opened.settle(() => opened.window.location.hash === shown);
    expect([hash, selected(opened)]).toEqual([hash, shown === "#api" ? "API" : "Accounts"]);
    expect(opened.window.history.length).toBe(entries);
    await opened.close();
  }
});

test("what is typed after Ctrl+K before there is a field for it stands in the field", async () => {
  const opened = await openWorkspace();
  const press = (key: string, ctrlKey = false) => {
    const { KeyboardEvent } = opened.window;
    opened.document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }) as never,
    );
  };
  const field = () => opened.document.querySelector<HTMLInputElement>(".finder-dialog input");
  await opened.settle(() => opened.document.querySelector(".workspace:not([inert])") !== null);
  await opened.act(() => {
    press("k", true);
    for (const key of ["/", "a", "n", "x", "Backspace", "n"]) press(key);
    expect(field()).toBeNull();
  });
  await opened.settle(() => field()?.value === "/ann");
  expect(opened.document.activeElement).toBe(field() as never);
  // The keys belong to the field again.
  await opened.act(() => press("y"));
  expect(field()?.value).toBe("/ann");
});

test("Enter that ends what an input method composes chooses nothing in the finder, in Safari either", async () => {
  const opened = await openWorkspace();
  const { KeyboardEvent } = opened.window;
  const field = () => opened.document.querySelector<HTMLInputElement>(".finder-dialog input");
  const press = (key: string, { keyCode = 0, ...more }: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more } as never);
    // happy-dom knows no key codes.
    Object.defineProperty(event, "keyCode", { value: keyCode });
    (field() ?? opened.document.body).dispatchEvent(event as never);
  };
  await opened.settle(() => opened.document.querySelector(".workspace:not([inert])") !== null);
  await opened.act(() => {
    press("k", { ctrlKey: true });
    for (const key of "design") press(key);
  });
  const marked = () => opened.document.querySelector(".finder-dialog [aria-selected='true']")?.textContent;
  await opened.settle(() => field()?.value === "design" && marked() === "Design");
  await opened.act(() => press("Enter", { isComposing: true }));
  await opened.act(() => press("Enter", { keyCode: 229 }));
  expect(field()).not.toBeNull();
  expect(selected(opened)).toBe("Leads");
  await opened.act(() => press("Enter"));
  await opened.settle(() => selected(opened) === "Design");
});

test("kept panels stay mounted and hidden, and Campaigns loads only while it is shown", async () => {
  const opened = await openWorkspace();
  await choose(opened, "campaigns");
  await opened.settle(() => opened.panel("campaigns").textContent?.includes("Nothing sent yet") ?? false);
  expect(opened.panel("leads").hidden).toBe(true);
  expect(opened.panel("leads").textContent).toContain("Add Lead");
  await choose(opened, "leads");
  expect(opened.panel("campaigns").childElementCount).toBe(0);
});

test("the arrow keys go round the tabs and take the focus along", async () => {
  const opened = await openWorkspace();
  const press = (key: string) =>
    opened.act(() => {
      const { KeyboardEvent } = opened.window;
      const event = new KeyboardEvent("keydown", { key, bubbles: true }) as unknown as Event;
      opened.document.querySelector('[role="tab"][aria-selected="true"]')?.dispatchEvent(event);
    });
  // While the loader stands, nothing below it takes the focus.
  await opened.settle(() => opened.document.querySelector(".loader") === null);
  await press("ArrowDown");
  expect(selected(opened)).toBe("Design");
  expect(opened.document.activeElement?.id).toBe("tab-design");
  await press("End");
  expect(selected(opened)).toBe("Campaigns");
  await press("ArrowDown");
  expect(selected(opened)).toBe("Leads");
  const inOrder = [...opened.document.querySelectorAll<HTMLElement>('[role="tab"]')].map(
    (tab) => tab.tabIndex,
  );
  expect(inOrder).toEqual([0, -1, -1, -1]);
});

test("the loader stands for more than one look and goes when everything has been loaded", async () => {
  const opened = await openWorkspace({ leads: [someLead] });
  expect(opened.serverHtml).toContain("Authenticating...");
  const loader = () => opened.document.querySelector(".loader");
  expect(loader()?.textContent).toBe("Loading...");
  expect(opened.document.querySelector(".workspace")?.hasAttribute("inert")).toBe(true);
  await opened.settle(() => loader() === null);
  expect(opened.document.querySelector(".workspace")?.hasAttribute("inert")).toBe(false);
});

test("what could not be loaded says why and can be tried again", async () => {
  const refusal = { status: 503, body: { message: "The database is busy", code: "unavailable" } };
  const opened = await openWorkspace({}, { answers: { "GET /amplify/auth/credentials": () => refusal } });
  await choose(opened, "accounts");
  expect(opened.panel("accounts").textContent).toContain("The database is busy");
  opened.server.answers["GET /amplify/auth/credentials"] = () => ({ body: [] });
  await opened.click(opened.panel("accounts"), "Try again");
  await opened.settle(() => opened.panel("accounts").textContent?.includes("No accounts yet") ?? false);
});
