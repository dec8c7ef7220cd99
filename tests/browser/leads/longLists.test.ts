import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { until } from "../../support/until.ts";

const pages = servesPages();

const count = 1_200_000;
const grid = (page: Page) => page.getByRole("grid", { name: "Leads" });
const row = (page: Page, number: number) =>
  page.locator(`.lead-grid tr[aria-rowindex="${number + 1}"]`, { hasText: `Lead${number}` });

/** As many leads as the browser cannot show at their full height. To import them would take longer than all other tests. */
async function openLongList(): Promise<Page> {
  const person = await pages.server.signUp();
  const { page } = await pages.open({ as: person, bypassCSP: true });
  await page.route(/\/amplify\/leads\?/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [number, size] = [Number(query.get("page")), Number(query.get("pageSize"))];
    const items = Array.from({ length: Math.min(size, count - (number - 1) * size) }, (_, index) =>
      leadNumber((number - 1) * size + index + 1),
    );
    return route.fulfill({ json: { items, total: count, page: number, pageSize: size } });
  });
  await page.goto(`${pages.server.url}/app`);
  await page.locator(".loader").waitFor({ state: "detached" });
  await row(page, 1).waitFor();
  return page;
}

function leadNumber(number: number): Lead {
  const names = { firstName: `Lead${number}`, lastName: "Long", email: `lead${number}@example.com` };
  const rest = {
    phone: "",
    collection: [],
    optout: false,
    emailCount: 0,
    openedCount: 0,
    createdAt: 0,
    fields: {},
  };
  return { _id: `id${number}`, ...names, ...rest };
}

/** Waits until a row stands below the head and within the frame: it is drawn a moment before it is scrolled to. */
const onScreen = (page: Page, number: number) => until(() => isOnScreen(page, number));

const isOnScreen = (page: Page, number: number) =>
  row(page, number).evaluate((element) => {
    const frame = element.closest(".lead-grid")?.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    const head = element.closest("table")?.querySelector("thead")?.getBoundingClientRect();
    return frame !== undefined && head !== undefined && top >= head.bottom - 1 && bottom <= frame.bottom + 1;
  });

test("every row of more than a million is reached by keyboard", async () => {
  const page = await openLongList();
  expect(await grid(page).getAttribute("aria-rowcount")).toBe(String(count + 1));
  await grid(page).focus();
  await page.keyboard.press("End");
  await row(page, count).waitFor();
  await onScreen(page, count);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("PageUp");
  const active = page.locator('.lead-grid tr[data-active="true"]');
  const number = Number(await active.getAttribute("aria-rowindex")) - 1;
  expect(number).toBeGreaterThan(count - 60);
  expect(number).toBeLessThan(count - 5);
  expect(await grid(page).getAttribute("aria-activedescendant")).toBe(await active.getAttribute("id"));
  await onScreen(page, number);
  await page.keyboard.press("Home");
  await row(page, 1).waitFor();
  await onScreen(page, 1);
});

test("the wheel moves a list of more than a million row by row, at its ends and in its middle", async () => {
  const page = await openLongList();
  await row(page, 3).hover();
  await page.mouse.wheel(0, 360);
  await row(page, 11).waitFor();
  await page.locator(".lead-grid").evaluate((frame) => {
    frame.scrollTop = (frame.scrollHeight - frame.clientHeight) / 2;
  });
  const middle = page.locator(`.lead-grid tr[aria-rowindex="${count / 2 + 1}"]`);
  // Which waits until it stands still.
  await middle.hover();
  const before = await middle.boundingBox();
  await page.mouse.wheel(0, 72);
  await page.waitForFunction(
    ({ index, top }) => {
      const element = document.querySelector(`.lead-grid tr[aria-rowindex="${index}"]`);
      return element !== null && Math.abs(element.getBoundingClientRect().top - (top - 72)) < 2;
    },
    { index: count / 2 + 1, top: before?.y ?? 0 },
  );
  await page.locator(".lead-grid").evaluate((frame) => {
    frame.scrollTop = frame.scrollHeight;
  });
  await row(page, count).waitFor();
  await onScreen(page, count);
});

test("scrolling as fast as one can asks no more than its share of the server's limit, and rests on rows that are there", async () => {
  const page = await openLongList();
  let calls = 0;
  page.on("request", (request) => {
    if (request.url().includes("/amplify/leads?")) calls += 1;
  });
  const startedAt = performance.now();
  await page.locator(".lead-grid").evaluate(async (frame, restMs) => {
    for (let turn = 0; turn < 60; turn += 1) {
      // Other rows each time, and a rest that is just long enough to have them asked for.
      frame.scrollTop = frame.scrollHeight * (((turn * 37) % 100) / 100);
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }, screenLimits.scrollPauseMs + 10);
  await page.locator(".lead-grid tbody tr[aria-busy='true']").first().waitFor({ state: "detached" });
  // With the rest: what was still to be asked for then has its share, too, and on a busy machine takes a while.
  const tookMs = performance.now() - startedAt;
  const { burst, everyMs } = screenLimits.leadLoads;
  expect(calls).toBeGreaterThan(burst / 2);
  expect(calls).toBeLessThan((burst + tookMs / everyMs) * 1.25 + 4);
});

test("a server that says 'too often' is waited for with grey rows, never with an error over the table", async () => {
  const page = await openLongList();
  let refusals = 0;
  await page.route(/\/amplify\/leads\?/, (route) => {
    if (refusals >= 2) return route.fallback();
    refusals += 1;
    const json = { message: "Too many requests. Try again later.", code: "rate_limited" };
    return route.fulfill({ status: 429, headers: { "retry-after": "1" }, json });
  });
  await grid(page).focus();
  await page.keyboard.press("End");
  await page.locator(".lead-grid tr[aria-busy='true']").first().waitFor();
  await row(page, count).waitFor();
  expect(refusals).toBe(2);
  refusals = 0;
  await page.getByLabel("Search leads").fill("long");
  await page.locator("[aria-label='Leads'][aria-busy='true']").waitFor();
  await page.locator("[aria-label='Leads'][aria-busy='false']").waitFor();
  expect(refusals).toBe(2);
  await row(page, 1).waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
});
