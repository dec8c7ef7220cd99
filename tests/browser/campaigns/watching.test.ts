import { beforeAll, expect, test } from "bun:test";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const pages = servesPages(() => startTestServer({ AMPLIFY_PLANS: "off" }, { islands: true }));
let server: TestServer;
let person: TestPerson;
let campaignId = "";

beforeAll(async () => {
  server = pages.server;
  person = await server.signUp();
  const from = "ada@sender.test";
  await person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "x", alias: `Ada <${from}>` },
  });
  const names = [...Array.from({ length: 12 }, (_, n) => `ann${n}`), "bounce1", "bounce2", "defer1"];
  const leads = names.map((name) => ({ firstName: name, lastName: "Lee", email: `${name}@in.test` }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const html = '<p>Hello <a href="https://shop.test/spring">To the shop</a></p>';
  const sent = await person.client("POST /email/send", {
    body: { subject: "Spring", html, from, collection: "all" },
  });
  campaignId = sent.campaignId;
  await until(async () => {
    const { counts } = await person.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    return counts.sent === 12 && counts.failed === 2 && counts.deferred === 1;
  });
}, 60_000);

const open = (path: string, width = 1440) =>
  pages.open({ as: person, path, viewport: { width, height: 900 } });

test("a campaign is watched, found again by its address, steered and looked into, all by keyboard", async () => {
  const { page, complaints } = await open("/app#campaigns");
  await page.getByRole("link", { name: "Spring" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Spring" }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#campaigns/${campaignId}`);
  // The link is gone: whoever pressed it goes on at the beginning of the page, and hears which it is.
  await page.locator("h2:focus", { hasText: "Spring" }).waitFor();
  expect(await page.title()).toBe("Amplify | Spring");
  await page.getByText("12 sent, 0 opened by people").waitFor();
  expect(await page.locator(".picture .mail-bars").getAttribute("aria-label")).toBe(
    "What became of its mails: 1 waiting, 2 failed, 12 sent",
  );
  expect(await page.locator(".picture .mail-bars rect").count()).toBe(15);
  await page.locator(".uplot canvas").waitFor();
  await page.getByRole("button", { name: "Show as a table" }).press("Enter");
  await page
    .getByRole("region", { name: "What happened when" })
    .getByRole("cell", { name: "12", exact: true })
    .waitFor();
  // Each row of the figures is a bar as well, the longest as wide as its place.
  expect(await page.locator('.breakdown-bar [data-series="sent"]').getAttribute("width")).toBe("100");

  // What is read out and not shown makes no room below the end: only the campaign itself scrolls.
  const beyond = await page.locator("main").evaluate((main) => main.scrollHeight - main.clientHeight);
  expect(beyond).toBe(0);

  // The views are one stop, the arrows go round them, and each is an address.
  await page.getByRole("tab", { name: "Overview" }).press("ArrowRight");
  await page.getByLabel("Find an address").fill("ann11");
  await page.getByRole("cell", { name: "ann11@in.test" }).waitFor();
  await page.getByRole("cell", { name: "ann10@in.test" }).waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".loader").waitFor({ state: "detached" });
  await page.getByLabel("Find an address").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "What did not arrive" }).waitFor();

  // What failed for one cause is seen, and tried again.
  await page.getByRole("link", { name: "See them" }).first().press("Enter");
  await page.getByRole("button", { name: "Refused for good by the recipient's server" }).waitFor();
  await page.getByRole("cell", { name: "ann1@in.test" }).waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "bounce1@in.test" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Pause" }).press("Enter");
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.getByRole("tab", { name: "Overview" }).press("End");
  await page
    .getByRole("list", { name: "Who did what when" })
    .getByText(/^Paused/)
    .waitFor();
  expect(complaints).toEqual([]);
});

test("the calendar shows what was sent, goes by arrows and months, and leads to the campaign", async () => {
  const { page, complaints } = await open("/app#campaigns/calendar");
  const today = page.locator('[aria-current="date"]');
  const entry = today.getByRole("link", { name: /Spring/ });
  await entry.waitFor();
  expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await today.focus();
  await page.keyboard.press("PageUp");
  await page.locator('td[tabindex="0"]:focus').waitFor();
  expect(await page.locator(".calendar-entry").count()).toBe(0);
  await page.keyboard.press("PageDown");
  await page.getByRole("button", { name: "This month" }).click();
  await today.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Spring" }).waitFor();
  expect(complaints).toEqual([]);
});

test("on a phone the calendar's list holds a name that has no place to break", async () => {
  const named = { subject: "W".repeat(60), html: "<p>Hello</p>", from: "ada@sender.test", collection: "all" };
  await person.client("POST /email/send", { body: named });
  const { page, complaints } = await open("/app#campaigns/calendar", 390);
  const entry = page.getByRole("link", { name: named.subject });
  await entry.waitFor();
  expect(await entry.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect((await page.locator(".calendar-list").boundingBox())?.width).toBeLessThan(390);
  expect(complaints).toEqual([]);
});

test("on a phone a paused campaign keeps its name beside all ways out, and neither its figures nor its recipients are scrolled sideways", async () => {
  const [account] = await person.client("GET /amplify/auth/credentials");
  await person.client("DELETE /amplify/auth/credentials/{id}", { params: { id: account?._id ?? "" } });
  const { page, complaints } = await open(`/app#campaigns/${campaignId}`, 390);
  const head = page.locator(".campaign-head");
  for (const name of ["Send the rest from…", "Cancel"]) await head.getByRole("button", { name }).waitFor();
  const lineHeights = await head
    .getByRole("heading", { name: "Spring" })
    .evaluate((heading) => heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight));
  expect(lineHeights).toBeLessThan(2);
  const widest = await head.evaluate((element) =>
    Math.max(...Array.from(element.querySelectorAll("*"), (one) => one.getBoundingClientRect().right)),
  );
  expect(widest).toBeLessThanOrEqual(390);
  const figures = page.locator(".breakdown .table-frame");
  await figures.waitFor();
  expect(await figures.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.getByRole("tab", { name: "Recipients" }).click();
  const frame = page.locator(".recipients .table-frame");
  await frame.waitFor();
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

  // On paper there is nothing to press.
  await page.emulateMedia({ media: "print" });
  await page.getByRole("heading", { name: "Spring" }).waitFor();
  expect(await page.locator("main button:visible, header button:visible").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("campaigns that have just begun are compared by whole hours", async () => {
  const { page } = await pages.open({ as: person });
  await page.addInitScript(() => {
    const write = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      document.documentElement.dataset.drawn += ` ${text}`;
      return write.call(this, text, ...rest);
    };
  });
  await page.goto(`${server.url}/app#campaigns/compare/${campaignId}`);
  await page.locator(".uplot canvas").first().waitFor();
  const drawn = await page.waitForFunction(() => /1 h/.exec(document.documentElement.dataset.drawn ?? ""));
  expect(await drawn.evaluate(() => document.documentElement.dataset.drawn)).not.toContain(".");
});

test("a plot that cannot be loaded says so, and its table is there", async () => {
  const { page, complaints } = await open("/app#campaigns");
  await page.route("**/*.js", async (route) => {
    const script = await route.fetch();
    await (/u-wrap/.test(await script.text()) ? route.abort() : route.fulfill({ response: script }));
  });
  await page.getByRole("link", { name: "Spring" }).click();
  await page.getByText("The plot could not be loaded. The table says the same.").waitFor();
  await page.getByRole("button", { name: "Show as a table" }).click();
  await page.getByRole("table", { name: "What happened when" }).waitFor();
  expect(complaints).toEqual([]);
});

test("whoever deletes a draft in a long list, and takes that back, stays where they are", async () => {
  for (let n = 0; n < 20; n += 1)
    await person.client("POST /amplify/campaigns", { body: { name: `Draft ${n}` } });
  const { page } = await open("/app#campaigns");
  const row = page.getByRole("row").filter({ hasText: "Draft 18" });
  const scrolled = () => page.locator(".workspace-content").evaluate(({ scrollTop }) => scrollTop);
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Delete the draft" }).click();
  await page.locator(".undo-bar [data-undo]:focus").waitFor();
  expect(await scrolled()).toBe(0);
  await page.keyboard.press("Enter");
  await row.waitFor();
  await page.locator(".undo-bar").waitFor({ state: "hidden" });
  expect(await scrolled()).toBe(0);
  // What has the focus then is in view.
  expect(await page.evaluate(() => document.activeElement?.matches(".campaign-table button"))).toBe(true);
});

test("whoever comes back from a campaign is where they were in the list, even if that has to be loaded again", async () => {
  const { page, complaints } = await open("/app#campaigns");
  const scroller = page.locator(".workspace-content");
  const scrolled = () => scroller.evaluate(({ scrollTop }) => scrollTop);
  const draft = page.getByRole("link", { name: "Draft 4", exact: true });
  const comeBack = async () => {
    await draft.click();
    await page.getByRole("heading", { name: "Draft 4" }).waitFor();
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await draft.waitFor();
    return scrolled();
  };
  await draft.waitFor();
  await scroller.evaluate((element) => element.scrollTo(0, 400));
  const place = await scrolled();
  expect(place).toBeGreaterThan(100);
  expect(await comeBack()).toBe(place);
  // A list that is loaded again is too short at first.
  await page.clock.install();
  await draft.click();
  await page.getByRole("heading", { name: "Draft 4" }).waitFor();
  await page.clock.fastForward("06:00");
  await page.goBack();
  await until(async () => (await scrolled()) === place);
  expect(complaints).toEqual([]);
});

test("whoever looks into a lead of the recipients comes back to those they had looked for", async () => {
  const { page, complaints } = await open(`/app#campaigns/${campaignId}/recipients`);
  const search = page.locator('.recipient-tools [type="search"]');
  await search.fill("bounce");
  await until(async () => (await page.locator(".recipients tbody tr").count()) === 2);
  await page.getByRole("link", { name: "bounce2@in.test" }).click();
  await page.locator(".lead-page").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "bounce2@in.test" }).waitFor();
  expect(await search.inputValue()).toBe("bounce");
  expect(await page.locator(".recipients tbody tr").count()).toBe(2);
  expect(complaints).toEqual([]);
});

test("a page of campaigns leads to the next one where there is one, and back once that is empty", async () => {
  const addDraft = (name: string) => person.client("POST /amplify/campaigns", { body: { name } });
  const query = { state: "draft", pageSize: 100 } as const;
  const drafts = await person.client("GET /amplify/campaigns", { query });
  for (let n = drafts.length; n < 50; n += 1) await addDraft(`Filled ${n}`);
  const { page } = await open("/app#campaigns");
  const rows = page.locator(".campaign-table tbody tr");
  const next = page.getByRole("button", { name: "Next" });
  await page.getByRole("button", { name: "Drafts 50" }).click();
  await until(async () => (await rows.count()) === 50 && (await next.count()) === 0);
  await addDraft("One more");
  await page.reload();
  await next.click();
  await until(async () => (await rows.count()) === 1);
  expect(await next.getAttribute("aria-disabled")).toBe("true");
  await rows.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Delete the draft" }).click();
  await until(async () => (await rows.count()) === 50);
});
