import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { endpoints } from "../../../contract/endpoints.ts";
import { faultsAtEveryWidth, resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages, type VisitOptions } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();
setDefaultTimeout(120_000);
let ada: TestPerson;
beforeAll(async () => {
  ada = await pages.server.signUp();
  const leads = [{ firstName: "Ann", email: "ann@recipients.example", collection: ["customers"] }];
  await ada.client("POST /amplify/leads/bulk", { body: { leads } });
});

const open = async (path: string, options: VisitOptions = {}): Promise<Page> =>
  (await pages.open({ ...options, path })).page;

test("on a phone the title of the reference comes before its contents", async () => {
  const page = await open("/api", { viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  const contents = await page.getByRole("navigation", { name: "Contents" }).boundingBox();
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(contents?.y ?? 0);
});

test("the reference has every call, and opens the one that is linked to, without any script", async () => {
  const page = await open("/api#postEmailSend", { javaScriptEnabled: false });
  expect(await page.locator("details[data-call]").count()).toBe(Object.keys(endpoints).length);
  const call = page.locator("details[open]");
  await call.waitFor();
  expect(await call.getByText("/email/send", { exact: true }).isVisible()).toBe(true);
  expect(await call.getByRole("rowheader", { name: "templateId" }).first().isVisible()).toBe(true);
  expect(await call.getByText("sender_ambiguous").isVisible()).toBe(true);
  expect(await page.locator("noscript p").isVisible()).toBe(true);
});

/**
 * Runs in the page: leaves of its 200 calls, which are all drawn by the same part, those that show something which none
 * before them does. All of them take axe a minute.
 */
function keepEachKindOfCall(): { kept: number; dropped: number } {
  const seen = new Set<string>();
  const kindsOf = (call: Element) =>
    [call, ...call.querySelectorAll("*")].map(({ tagName, className, parentElement }) =>
      [parentElement?.tagName, parentElement?.className, tagName, className].join(" "),
    );
  const calls = [...document.querySelectorAll("details.call")];
  const isKept = (call: Element) =>
    call.hasAttribute("open") || kindsOf(call).some((kind) => !seen.has(kind));
  let kept = 0;
  for (const call of calls) {
    if (isKept(call)) kept += 1;
    else call.remove();
    for (const kind of kindsOf(call)) seen.add(kind);
  }
  return { kept, dropped: calls.length - kept };
}

/**
 * Runs in the page: what axe would find wrong with one call and not with another of its kind, as they differ by their words
 * alone: an id that is there twice, a reference to none, and a name, a heading or a cell of a table's head with nothing in it.
 */
function faultsOfWords(): string[] {
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const known = new Set(ids);
  const twice = ids.length === known.size ? [] : ids.filter((id, at) => ids.indexOf(id) !== at);
  const references = ["for", "aria-labelledby", "aria-describedby", "aria-controls"].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].flatMap(
      (element) => element.getAttribute(name)?.split(/\s+/) ?? [],
    ),
  );
  const links = [...document.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute("href") ?? "");
  const lost = [...references, ...links.map((href) => href.slice(1))].filter(
    (id) => id !== "" && !id.startsWith("try-") && !known.has(id),
  );
  const named = "main h1, main h2, main h3, main h4, main summary, main a, main button, main th";
  const isBare = (element: Element) =>
    `${element.textContent}${element.getAttribute("aria-label") ?? ""}`.trim() === "";
  const bare = [...document.querySelectorAll(named)].filter(isBare);
  const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) =>
    Number(tagName.slice(1)),
  );
  const jumps = levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? level) + 1);
  return [
    ...twice.map((id) => `${id} is there twice`),
    ...lost.map((id) => `nothing is called ${id}`),
    ...bare.map((element) => `no words in ${element.outerHTML.slice(0, 120)}`),
    ...jumps.map((level) => `a heading of level ${level} skips one`),
  ];
}

test("it is accessible with a call open, on a phone and in either theme", async () => {
  const page = await open("/api#postEmailSend", { bypassCSP: true });
  await page.locator("details[open]").waitFor();
  // Of all that is there.
  expect(await page.evaluate(faultsOfWords)).toEqual([]);
  await resizeTo(page, { width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect((await page.evaluate(keepEachKindOfCall)).dropped).toBeGreaterThan(100);
  expect(await faultsAtEveryWidth(page)).toEqual([]);
});

test("a search leaves the calls that match, and says how many", async () => {
  const page = await open("/api");
  await page.getByLabel("Search calls").fill("delete templates");
  await page.getByText(/^\d+ calls$/).waitFor();
  const shown = page.locator("details[data-call]:visible");
  const texts = await shown.locator("> summary").allTextContents();
  expect(texts.length).toBeGreaterThan(0);
  for (const text of texts) expect(text.toLowerCase()).toMatch(/delete.*templates|templates.*delete/);
  // Before one would have to scroll past everything that is told first.
  expect(await page.getByText("The base address of this installation").isVisible()).toBe(false);
  await page.getByRole("link", { name: "Errors", exact: true }).click();
  await page.getByRole("heading", { name: "Errors", exact: true }).waitFor();
  await page.getByLabel("Search calls").fill("");
  expect(await page.locator("details[data-call]:visible").count()).toBe(Object.keys(endpoints).length);
});

test("a call that sends is tried from the sandbox account, and asks where it is another's", async () => {
  const faults: string[] = [];
  const page = await open("/api#try-postEmailSend", { as: ada });
  page.on("console", (message) => {
    if (message.type() === "error" && message.text().includes("Content Security"))
      faults.push(message.text());
  });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add a sandbox account" }).click();
  await dialog.getByText("It goes from your sandbox account you@sandbox.example").waitFor();

  const [sandbox] = await ada.client("GET /amplify/auth/credentials");
  const body = dialog.getByLabel("Body");
  const offered = JSON.parse(await body.inputValue());
  expect(offered).toMatchObject({ from: sandbox?.appEmail, credentialId: sandbox?._id });
  const { credentialId: _, ...unnamed } = offered;
  await dialog.getByRole("button", { name: "Call", exact: true }).click();
  await dialog.getByText(/^\d+, after/).waitFor();
  expect(await dialog.getByLabel("Answer").textContent()).toContain("campaignId");

  await body.fill(JSON.stringify(unnamed));
  await dialog.getByRole("button", { name: "Call", exact: true }).click();
  await dialog.getByText("may send real mail").waitFor();
  await dialog.getByRole("button", { name: "Do not call" }).click();
  expect(await ada.client("GET /amplify/campaigns")).toHaveLength(1);

  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(new URL(page.url()).hash).toBe("#postEmailSend");
  expect(faults).toEqual([]);
});

test("a visitor tries calls with a token of their own, which no cookie goes along with", async () => {
  const page = await open("/api#try-getNothing%");
  const search = page.getByRole("searchbox");
  await search.fill("me");
  await page.getByText(/^\d+ calls?/).waitFor();
  // What names no call opens nothing.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.evaluate(() => {
    window.location.hash = "#try-getAmplifyAuthMe";
  });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Call", exact: true }).click();
  await dialog.getByText(/^401, after/).waitFor();
  await dialog.getByLabel("Token").fill(ada.token);
  await dialog.getByRole("button", { name: "Call", exact: true }).click();
  await dialog.getByText(/^200, after/).waitFor();
  expect(await dialog.getByLabel("Answer").textContent()).toContain(ada.uid);
});
