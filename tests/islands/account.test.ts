import { afterEach, expect, test } from "bun:test";
import type { Account, SignedInSession } from "../../contract/schemas/account.ts";
import { boxLabelled } from "../support/browser/boxLabelled.ts";
import { type FetchStandIn, standInFetch } from "../support/browser/fetchStandIn.ts";
import { type HydratedIsland, hydrateIsland } from "../support/browser/hydrateIsland.ts";
import { buttonNamed, fieldLabelled, typeInto } from "../support/browser/typeInto.ts";
import { until } from "../support/until.ts";

let island: HydratedIsland | undefined;
let server: FetchStandIn | undefined;
afterEach(async () => {
  await island?.close();
  server?.restore();
});

const none = { leads: 0, collections: 0, templates: 0, publicTemplates: 0, campaigns: 0 };
const nothing = { ...none, deliveries: 0, accounts: 0, suppressions: 0, sandboxMails: 0 };
const ada: Account = {
  uid: "u1",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Lovelace",
  status: "AMPR",
  role: "user",
  createdAt: 0,
  hasPassword: true,
  hasGoogle: false,
  holdings: { ...nothing, leads: 1_200, collections: 1, publicTemplates: 1 },
};
const here: SignedInSession = {
  _id: "s1",
  device: "Firefox on Linux",
  createdAt: 1,
  lastSeenAt: 1,
  current: true,
};
const phone = { ...here, _id: "s2", device: "Safari on iPhone", current: false };
const wrong = { status: 401, body: { message: "Invalid Credentials", code: "invalid_credentials" } };

async function open(account: Partial<Account> = {}, answers: FetchStandIn["answers"] = {}) {
  const sessions = [phone, here];
  let tracking: object = { opens: true, clicks: false, available: true };
  const standIn = standInFetch({
    "GET /amplify/account": () => ({ body: { ...ada, ...account } }),
    "GET /amplify/account/sessions": () => ({ body: sessions }),
    "GET /amplify/account/tracking": () => ({ body: tracking }),
    "PUT /amplify/account/tracking": ({ body }) => {
      tracking = { ...tracking, ...(body as object) };
      return { body: tracking };
    },
    ...answers,
  });
  server = standIn;
  const opened = await hydrateIsland({
    name: "Account",
    props: { mailsPasswordLinks: true },
    url: "http://localhost:8000/account",
  });
  island = opened;
  const went: string[] = [];
  opened.window.location.assign = (url: string) => void went.push(url);
  const text = () => opened.document.body.textContent ?? "";
  await opened.act(() =>
    until(() => opened.document.querySelector(".sessions") !== null || text().includes("loaded")),
  );
  return {
    ...opened,
    answers: standIn.answers,
    went,
    text,
    sessions,
    calls: (key: string) => standIn.calls.filter((call) => call.key === key),
    type: (label: string, typed: string) =>
      opened.act(() => typeInto(fieldLabelled(opened.document, label), typed)),
    click: (name: string) => opened.act(() => buttonNamed(opened.document, name).click()),
    endOn: (device: string) =>
      opened.act(() =>
        opened.document.querySelector<HTMLElement>(`button[aria-label*="${device}"]`)?.click(),
      ),
    left: () => opened.window.sessionStorage.getItem("passing") ?? "",
    alerts: () => [...opened.document.querySelectorAll('[role="alert"]')].map((node) => node.textContent),
  };
}

test("it says who one is, on which plan, and what is kept", async () => {
  const page = await open();
  for (const part of ["Ada Lovelace", "ada@example.com", "Premium", "1,200 leads and 1 collection"])
    expect(page.text()).toContain(part);
  const download = page.document.querySelector('a[href="/amplify/account/export"]');
  expect(download?.hasAttribute("download")).toBe(true);
});

test("what is counted is chosen with one click each and kept; a choice that fails is said and not shown", async () => {
  const page = await open();
  const box = (label: string) => boxLabelled(page.document, label);
  const opens = "Count who opens a mail, by an invisible picture";
  const clicks = "Count who follows a link, by links that lead through this installation";
  await page.act(() => until(() => page.text().includes(clicks)));
  expect([box(opens).checked, box(clicks).checked]).toEqual([true, false]);
  await page.act(() => box(clicks).click());
  await page.act(() => until(() => page.text().includes("Saved")));
  let release = () => {};
  page.answers["PUT /amplify/account/tracking"] = () =>
    new Promise((resolve) => {
      release = () => resolve({ status: 503, body: { message: "Busy", code: "unavailable" } });
    });
  await page.act(() => box(opens).click());
  // Shown as it was pressed, until the server refuses.
  await page.act(() => until(() => !box(opens).checked));
  release();
  await page.act(() => until(() => page.alerts().length > 0));
  expect(page.alerts()).toEqual(["Busy"]);
  expect([box(opens).checked, box(clicks).checked]).toEqual([true, true]);
  expect(page.calls("PUT /amplify/account/tracking").map((call) => call.body)).toEqual([
    { clicks: true },
    { opens: false },
  ]);
});

test("keys from a plan with the API can be revoked on one without, until none is left", async () => {
  const cron = { name: "Cron", lastFour: "x7Qa", scopes: ["read"], createdAt: 1, lastUsedAt: null };
  let keys = [{ _id: "k1", ...cron }];
  const { text, click, calls, document } = await open(
    { status: "AMFR", hasKeys: true },
    {
      "GET /amplify/api/keys": () => ({ body: keys }),
      "DELETE /amplify/api/keys/{id}": () => {
        keys = [];
        return { body: { message: "Key revoked" } };
      },
    },
  );
  await until(() => text().includes("Your plan has no API"));
  expect(text()).toContain("Cronends in x7QaNever used");
  await click("Revoke: Cron");
  await until(() => document.querySelector('[aria-label="Your keys"]') === null);
  expect(text()).toContain("Key revoked");
  expect(calls("GET /amplify/api/keys").length).toBe(2);
});

test("webhooks from a plan with the API can be removed on one without, until none is left", async () => {
  const hook = { url: "https://shop.example/hook" };
  let webhooks = ["w1", "w2"].map((_id) => ({ _id, ...hook, name: _id === "w1" ? "Shop" : "Till" }));
  const gone = { message: "This webhook is not there", code: "not_found" };
  const { text, click, calls, document } = await open(
    { status: "AMFR", hasWebhooks: true },
    {
      "GET /amplify/api/webhooks": () =>
        webhooks.length > 0
          ? { body: webhooks }
          : { status: 403, body: { message: "The API comes with other plans", code: "forbidden" } },
      "DELETE /amplify/api/webhooks/{id}": ({ url }) => {
        // Somebody else has removed it already.
        if (url.pathname.endsWith("w2")) return { status: 404, body: gone };
        webhooks = [];
        return { body: { message: "Webhook removed" } };
      },
    },
  );
  await until(() => text().includes("nothing is sent to these webhooks"));
  expect(text()).toContain("Shophttps://shop.example/hook");
  await click("Remove: Till");
  await until(() => !text().includes("Till") && text().includes(gone.message));
  await click("Remove: Shop");
  await until(() => document.querySelector('[aria-label="Your webhooks"]') === null);
  expect(text()).toContain("Webhook removed");
  expect(calls("GET /amplify/api/webhooks").length).toBe(1);
});

test("nothing is asked about keys where the API's own tab has them, or there are none", async () => {
  for (const account of [
    { hasKeys: true },
    { status: "AMFR", hasKeys: true, hasPlans: false },
    { status: "AMFR", hasKeys: false },
  ]) {
    const { calls, text } = await open(account);
    expect(text()).toContain("Where you are signed in");
    expect(calls("GET /amplify/api/keys")).toEqual([]);
    await island?.close();
    server?.restore();
  }
});

test("a changed password is confirmed, the fields are empty again and the other sessions are gone", async () => {
  const page = await open(
    {},
    {
      "POST /amplify/auth/password": () => {
        page.sessions.shift();
        return { body: { uid: "u1", status: "AMPR", role: "user", token: "t" } };
      },
    },
  );
  await page.type("Current password", "Old-1234");
  await page.type("New password", "Right-1234");
  await page.type("Confirm password", "Right-1234");
  await page.click("Change password");
  await page.act(() => until(() => !page.text().includes("Safari on iPhone")));
  expect(page.calls("POST /amplify/auth/password").map((call) => call.body)).toEqual([
    { currentPassword: "Old-1234", newPassword: "Right-1234" },
  ]);
  expect(page.text()).toContain("Your password is changed");
  expect(fieldLabelled(page.document, "Current password").value).toBe("");
});

test("a wrong current password is said at its field", async () => {
  const page = await open({}, { "POST /amplify/auth/password": () => wrong });
  await page.type("Current password", "Old-1234");
  await page.type("New password", "Right-1234");
  await page.type("Confirm password", "Right-1234");
  await page.click("Change password");
  expect(page.alerts()).toEqual(["This is not your current password"]);
  // The form's library moves the focus behind whatever else is done in this turn.
  await until(() => page.document.activeElement?.id === fieldLabelled(page.document, "Current password").id);
  expect(page.went).toEqual([]);
});

test("this device stands first; ending another leaves one here, ending this one leads out", async () => {
  const page = await open();
  page.answers["DELETE /amplify/account/sessions/{id}"] = () => {
    page.sessions.shift();
    return { body: { message: "Signed out there" } };
  };
  const devices = () =>
    [...page.document.querySelectorAll(".session-device")].map((node) => node.textContent?.trim());
  expect(devices()).toEqual(["Firefox on Linux This device", "Safari on iPhone"]);
  await page.endOn("Safari on iPhone");
  await page.act(() => until(() => devices().length === 1));
  expect(page.went).toEqual([]);
  const said = () => page.document.querySelector(".sessions + [role=status]")?.textContent;
  await page.act(() => until(() => said() === "Signed out there"));
  await page.endOn("Firefox on Linux");
  expect(page.calls("DELETE /amplify/account/sessions/{id}").map((call) => call.url.pathname)).toEqual([
    "/amplify/account/sessions/s2",
    "/amplify/account/sessions/s1",
  ]);
  expect(page.went).toEqual(["/login"]);
});

test("a session that has ended meanwhile is gone from the list, and that is said", async () => {
  const body = { message: "This session has ended already", code: "not_found" };
  const page = await open();
  page.answers["DELETE /amplify/account/sessions/{id}"] = () => {
    page.sessions.shift();
    return { status: 404, body };
  };
  const devices = () => page.document.querySelectorAll(".session-device").length;
  await page.endOn("iPhone");
  await page.act(() => until(() => devices() === 1));
  expect(page.alerts()).toEqual([body.message]);
});

test("what is pressed without a connection is refused once, and what was loaded stays", async () => {
  const unreached = () => Promise.reject(new TypeError("Failed to fetch"));
  const page = await open();
  page.answers["GET /amplify/account/sessions"] = unreached;
  page.answers["DELETE /amplify/account/sessions/{id}"] = unreached;
  await page.endOn("iPhone");
  await page.act(() => until(() => page.calls("GET /amplify/account/sessions").length === 2));
  await page.act(() => Bun.sleep(10));
  expect(page.alerts()).toEqual([expect.stringContaining("The server cannot be reached")]);
  expect(page.text()).toContain("Safari on iPhone");
});

test("signing out everywhere leads to the sign-in page, which says so", async () => {
  const page = await open({}, { "DELETE /amplify/account/sessions": () => ({ body: { message: "" } }) });
  await page.click("Sign out everywhere");
  expect(page.went).toEqual(["/login"]);
  expect(page.left()).toContain("signedOutEverywhere");
});

test("the deletion says exactly what goes and stays, needs the password, and then leads out", async () => {
  let answer: { status?: number; body: unknown } = wrong;
  const page = await open({}, { "POST /amplify/account/delete": () => answer });
  await page.click("Delete my account…");
  const dialog = page.document.querySelector("dialog[open]");
  const items = [...(dialog?.querySelectorAll("li") ?? [])].map((item) => item.textContent);
  expect(items).toEqual([
    "your account ada@example.com and every session of it",
    "1,200 leads",
    "1 collection",
  ]);
  expect(dialog?.textContent).toContain("One public template that you shared stays for everybody");
  await page.click("Delete everything");
  expect(page.alerts()).toEqual(["Please confirm that it is you"]);
  expect(page.calls("POST /amplify/account/delete")).toEqual([]);

  await page.type("Your password", "Wrong-1234");
  await page.click("Delete everything");
  expect(page.alerts()).toEqual(["This is not your password"]);
  answer = { body: { message: "" } };
  await page.type("Your password", "Right-1234");
  await page.click("Delete everything");
  expect(page.calls("POST /amplify/account/delete").at(-1)?.body).toEqual({ password: "Right-1234" });
  expect(page.went).toEqual(["/login"]);
  expect(page.left()).toContain("deleted");
});

test("somebody who only uses Google has no password to change and confirms by the address", async () => {
  const page = await open(
    { hasPassword: false, hasGoogle: true },
    { "POST /amplify/account/delete": () => ({ body: { message: "" } }) },
  );
  expect(page.text()).toContain("You sign in with Google, so there is no password here.");
  await page.click("Delete my account…");
  await page.type("Type ada@example.com to confirm", "ada@example.com");
  await page.click("Delete everything");
  expect(page.calls("POST /amplify/account/delete").at(-1)?.body).toEqual({ email: "ada@example.com" });
});

test("what could not be loaded can be tried again", async () => {
  let fails = true;
  const page = await open(
    {},
    {
      "GET /amplify/account": () =>
        fails
          ? { status: 503, body: { message: "The server is busy.", code: "unavailable" } }
          : { body: ada },
    },
  );
  expect(page.text()).toContain("Your settings could not be loaded. The server is busy.");
  fails = false;
  await page.click("Try again");
  await page.act(() => until(() => page.text().includes("Ada Lovelace")));
});

test("a plan is named where there are plans, and nowhere else", async () => {
  const withPlans = await open({ hasPlans: true });
  await until(() => withPlans.text().includes("Premium"));
  expect(withPlans.text()).toContain("compare plans");
  await island?.close();
  server?.restore();
  const without = await open({ hasPlans: false });
  await until(() => without.text().includes("Lovelace"));
  expect(without.text()).not.toMatch(/Premium|plans/i);
});
