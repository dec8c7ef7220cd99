import { beforeAll, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { faultsAtEveryWidth } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import type { TestPerson, TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const pages = servesPages();
let server: TestServer;
let person: TestPerson;
let campaignId = "";
/** Pictures for whoever wants to look at them. */
const pictures = process.env.CLICK_PICTURES;

beforeAll(async () => {
  server = pages.server;
  person = await server.signUp();
  // Which link of the mail was followed, and when, is what a plan has.
  await server.grant(person, { status: "AMPR" });
  const from = "ada@sender.test";
  const { client } = person;
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "x", alias: `Ada <${from}>` },
  });
  for (const [firstName, email] of [
    ["Ann", "ann@in.test"],
    ["Bob", "bob@in.test"],
  ] as const)
    await client("POST /amplify/leads", { body: { firstName, lastName: "Lee", email } });
  const html = `<h1>Hello {{firstName}}</h1><p><a href="https://shop.test/spring?for={{email}}">To the shop</a>
    <a href="https://shop.test/a-rather-long-address/of-the-kind-that-shops-use/with?many=parameters&amp;utm_source=mail&amp;utm_campaign=spring">More</a></p>`;
  const sent = await client("POST /email/send", {
    body: { subject: "Spring", html, from, collection: "all" },
  });
  campaignId = sent.campaignId;
  await until(async () => {
    const { counts } = await client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    return counts.sent === 2;
  });
}, 60_000);

async function openAs(options: BrowserContextOptions = {}): Promise<Page> {
  const visit = await pages.open({
    as: person,
    // A browser without a head calls itself so and counts as a machine.
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
    bypassCSP: true,
    ...options,
  });
  return visit.page;
}

async function openApp(page: Page, tab: string): Promise<void> {
  await page.goto(`${server.url}/app`);
  await page.locator(".loader").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: tab }).click();
}

const picture = async (page: Page, name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
};

test("a link that is followed in a mail shows in the lead's history and in its campaign", async () => {
  const page = await openAs({ bypassCSP: false });
  await page.goto(`${server.url}/sandbox`);
  await page.getByRole("link", { name: "Spring" }).first().click();
  const asked = page.waitForRequest((request) => request.url().includes("/c/"));
  await page.frameLocator("iframe").getByRole("link", { name: "To the shop" }).click();
  await asked;
  // The frame may show nothing but the mail, so the same links stand beside it, for a window of their own.
  const beside = page.getByRole("listitem").getByRole("link", { name: "To the shop" });
  expect(await beside.getAttribute("target")).toBe("_blank");
  expect(new URL((await beside.getAttribute("href")) ?? "").pathname).toStartWith("/c/");
  await picture(page, "sandbox");
  const clicked = () => person.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
  await until(async () => (await clicked()).clicked === 1);

  await openApp(page, "Campaigns");
  await page.getByRole("link", { name: "Spring" }).click();
  await page.getByRole("tab", { name: "Mail and links" }).click();
  const link = page.getByRole("list", { name: "Links of this mail" }).getByRole("listitem").first();
  expect(await link.textContent()).toBe(
    "https://shop.test/spring?for={{email}}1 person (50% of those sent), 1 click",
  );
  // The same stands on the mail itself, where the link is read.
  await page
    .frameLocator(".heat iframe")
    .getByRole("link", { name: /^1 ?To the shop/ })
    .waitFor();
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("rowheader", { name: /^Bob/ }).click();
  const followed = page.getByRole("listitem").filter({ hasText: "https://shop.test/spring" });
  expect(await followed.textContent()).toMatch(/^Clicked.*Spring.*\(once\)$/s);
});

test("axe finds nothing in either theme, and nothing is cut off at any width", async () => {
  const page = await openAs({ viewport: { width: 1440, height: 900 } });
  const look = async (what: string) => {
    const faults = await faultsAtEveryWidth(page, (width) => picture(page, `${what}-${width}`));
    expect({ what, faults }).toEqual({ what, faults: [] });
  };
  await openApp(page, "Campaigns");
  await look("campaigns");
  await page.getByRole("link", { name: "Spring" }).click();
  await page.locator(".campaign-figures").waitFor();
  await page.locator(".uplot").waitFor();
  await look("campaign");
  await page.getByRole("tab", { name: "Mail and links" }).click();
  await page.getByRole("list", { name: "Links of this mail" }).getByText("1 person").waitFor();
  await look("links");
  await page.getByRole("tab", { name: "Recipients" }).click();
  await page.getByLabel("Show", { exact: true }).selectOption("clicked");
  await page.getByRole("table").getByText("bob@in.test").waitFor();
  await look("recipients");
  await page.goto(`${server.url}/app#campaigns/calendar`);
  await page.locator(".calendar-entry").first().waitFor();
  await look("calendar");

  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("rowheader", { name: /^Bob/ }).click();
  await page.locator(".time-line [data-kind=clicked]").waitFor();
  await look("lead");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Send Email" }).click();
  await page.getByLabel("Count clicks").waitFor();
  await look("send");

  await page.goto(`${server.url}/account`);
  const choice = page.getByLabel(/Count who follows a link/);
  await choice.waitFor();
  await choice.scrollIntoViewIfNeeded();
  await look("account");
});

test("on a screen of 1024 pixels no column of the recipients is cut off, and no moment broken into lines", async () => {
  const page = await openAs({ viewport: { width: 1024, height: 768 } });
  await openApp(page, "Campaigns");
  await page.getByRole("link", { name: "Spring" }).click();
  await page.getByRole("tab", { name: "Recipients" }).click();
  const list = page.getByRole("region", { name: "Recipients of Spring" });
  const moment = list.locator('[data-column="when"] time').first();
  await moment.waitFor();
  expect(await moment.evaluate((words) => words.getClientRects().length)).toBe(1);
  expect(await list.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await picture(page, "ledger-1024");
});

test("a mail of many and long links is seen with them on a phone, and on paper they lie over nothing", async () => {
  const long = (n: number) => `https://shop.test/${n}/${"spring".repeat(n === 0 ? 320 : 1)}`;
  const links = Array.from({ length: 40 }, (_, n) => `<p><a href="${long(n)}">Thing ${n}</a></p>`).join("");
  const sent = await person.client("POST /email/send", {
    body: { subject: "Many things", html: links, from: "ada@sender.test", collection: "all" },
  });
  const params = { id: sent.campaignId };
  await until(async () => (await person.client("GET /amplify/campaigns/{id}", { params })).counts.sent === 2);
  const page = await openAs({ viewport: { width: 390, height: 844 } });
  await page.goto(`${server.url}/app#campaigns/${sent.campaignId}/mail`);
  const list = page.getByRole("list", { name: "Links of this mail" });
  await list.getByText(long(39)).waitFor();
  expect((await list.boundingBox())?.height).toBeLessThan(844);
  await page.goto(`${server.url}/app#campaigns/${sent.campaignId}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Link", exact: true }).click();
  const rows = page.locator(".breakdown .table-frame");
  await rows.getByText(long(39)).waitFor();
  expect(await rows.locator(".breakdown-name").first().getAttribute("title")).toBe(long(0));
  await page.emulateMedia({ media: "print" });
  expect(await rows.evaluate((frame) => frame.scrollHeight - frame.clientHeight)).toBe(0);
});
