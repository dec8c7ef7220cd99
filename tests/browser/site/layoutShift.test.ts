import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { atWork } from "../../support/browser/atWork.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();
/** What moves may move others. */
const moving = { reducedMotion: "no-preference" } as const;

test("no panel moves as it comes, nor does a reload with sends under way: layout shifts stay below 0.02", async () => {
  const as = await atWork(pages, 2);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, close } = await pages.open({ ...moving, as, viewport });
    for (const tab of ["leads", "design", "accounts", "campaigns"]) {
      // As it comes with the page, and as it comes beside the others; without a press, after which nothing is counted.
      await goAnew(page, `/app#${tab}`);
      await page.locator(".loader").waitFor({ state: "detached" });
      if (tab !== "campaigns") await page.locator(".activity-line").waitFor();
      await page
        .locator(".panel:not([hidden]) :is(.skeleton, .panel-loading)")
        .first()
        .waitFor({ state: "detached" });
      expect(await shiftsOn(page, { tab, width: viewport.width })).toEqual(
        still({ tab, width: viewport.width }),
      );
    }
    await close();
  }
});

test("nor do the API's sections, settings and the sandbox mailbox move as they come", async () => {
  const as = await atWork(pages, 0);
  await pages.server.grant(as, { status: "AMPR" });
  const places = [
    ...["overview", "keys", "webhooks", "mails", "requests"].map((section) => `/app#api/${section}`),
    "/account",
    "/sandbox",
  ];
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, close } = await pages.open({ ...moving, as, viewport });
    for (const path of places) {
      await goAnew(page, path);
      await page.locator(shown(path)).first().waitFor();
      await page
        .locator(":is(.loader, .skeleton, .panel-loading):visible")
        .first()
        .waitFor({ state: "detached" });
      const where = { path, width: viewport.width };
      expect(await shiftsOn(page, where)).toEqual(still(where));
    }
    await close();
  }
});

/** What is there once the page is. */
function shown(path: string): string {
  if (path === "/sandbox") return "h1";
  return path === "/account" ? ".sessions li" : `#api-panel-${path.split("/")[2]}`;
}

test("a template's editor comes where it stays, and the filter moves the list once", async () => {
  const as = await atWork(pages, 0);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, close } = await pages.open({ ...moving, as, viewport, path: "/app#leads" });
    await page.locator(".lead-grid").waitFor();
    // Pressed by a script: what moves within half a second of a person's press would not be counted.
    const tops = await page.evaluate(async () => {
      const top = () => document.querySelector(".lead-grid")?.getBoundingClientRect().top ?? 0;
      const seen = [top()];
      const filter = [...document.querySelectorAll("button")].find(
        ({ textContent }) => textContent === "Filter",
      );
      filter?.click();
      while (document.querySelector(".presets") === null) {
        await new Promise((done) => requestAnimationFrame(done));
        if (seen.at(-1) !== top()) seen.push(top());
      }
      return [...seen, top()];
    });
    const moved = tops.slice(1).map((top) => Math.abs(top - (tops.at(-1) ?? 0)));
    if (viewport.width === 1440) expect(Math.max(...moved)).toBeLessThan(60);

    await page.goto(`${pages.server.url}/app#design`);
    await page.locator(".template-open").first().waitFor();
    await page.evaluate(() => {
      const holders: number[] = [];
      Object.assign(window, { holders });
      new MutationObserver(() => {
        const holder = document.querySelector(".editor-holder");
        if (holder !== null) holders.push(Math.round(holder.getBoundingClientRect().top));
      }).observe(document.body, { childList: true, subtree: true });
      document.querySelector<HTMLElement>(".template-group:last-of-type .template-open")?.click();
    });
    await page.locator(".editor-canvas").waitFor();
    const holders = await page.evaluate(() => (window as unknown as { holders: number[] }).holders);
    expect({ width: viewport.width, tops: new Set(holders).size }).toEqual({
      width: viewport.width,
      tops: 1,
    });
    await close();
  }
});

test("what is under way comes and goes over what is there: tabs, messages and the panel stay where they are", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const as = await atWork(pages, 0);
    const { page, close } = await pages.open({ ...moving, as, viewport, path: "/app#accounts" });
    await page.locator(".loader").waitFor({ state: "detached" });
    const boxes = () =>
      page.evaluate(() =>
        [
          ".sidebar",
          ".sidebar-foot",
          ".sidebar-tabs",
          ".toast-tray",
          ".workspace-room",
          ".workspace-content",
        ].map((selector) => {
          // The tray grows upwards by what it says; where it stands is its end.
          const { x, bottom, width } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
          return { selector, x, bottom, width };
        }),
      );
    const before = await boxes();
    await as.client("POST /email/send", {
      body: { subject: "Spring", html: "<p>Hi</p>", collection: "all", from: "slow@sandbox.example" },
    });
    await page.locator(".activity-line").waitFor();
    expect(await boxes()).toEqual(before);
    await page.getByRole("button", { name: "Put away until something needs you" }).click();
    await page.locator(".activity-line").waitFor({ state: "detached" });
    expect(await boxes()).toEqual(before);
    await close();
  }
});

type Shift = { value: number; what: string };

/** Where only what follows the # is another, a page would not be loaded again. */
async function goAnew(page: Page, path: string): Promise<void> {
  const [before, after] = [new URL(page.url()), new URL(path, pages.server.url)];
  await page.goto(after.href);
  if (before.pathname === after.pathname) await page.reload();
}

/** What has moved since the page began to load, where it is too much. */
async function shiftsOn<Where extends object>(page: Page, where: Where) {
  const shifts = await page.evaluate(shiftsSoFar);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return { ...where, shifts: sum <= 0.02 ? [] : shifts };
}

/** Runs in the page: the browser keeps what has moved for whoever asks later. */
async function shiftsSoFar(): Promise<Shift[]> {
  type Entry = PerformanceEntry & { value: number; sources: { node?: Element }[] };
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const shifts: Shift[] = [];
  const take = (entries: PerformanceEntryList) => {
    for (const { value, sources } of entries as Entry[])
      shifts.push({ value, what: sources.map(({ node }) => node?.className ?? "").join() });
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  take(observer.takeRecords());
  observer.disconnect();
  return shifts;
}

const still = <Where extends object>(where: Where) => ({ ...where, shifts: [] as Shift[] });
