import { expect, test } from "bun:test";
import { atWork } from "../../support/browser/atWork.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

test("the workspace never scrolls as a page but in a very low window: the header and the tabs stay, and nothing covers the tabs of a phone", async () => {
  const { page } = await pages.open({ as: await atWork(pages), path: "/app" });
  await page.locator(".activity-line").waitFor();
  for (const [width, height] of [
    [1440, 900],
    [1024, 600],
    [390, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const tab of ["leads", "design", "accounts", "campaigns"]) {
      await page.locator(`#tab-${tab}`).click();
      const found = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const scrolled = document.scrollingElement;
        return {
          scrolls: (scrolled?.scrollHeight ?? 0) > innerHeight || (scrolled?.scrollWidth ?? 0) > innerWidth,
          header: box("header.header")?.top,
          sidebarEnds: box(".sidebar")?.bottom,
          tabsEnd: (box(".sidebar-tabs")?.bottom ?? 0) <= innerHeight,
          roomEnds: (box(".workspace-room")?.bottom ?? 0) <= innerHeight,
        };
      });
      expect({ width, tab, ...found }).toEqual({
        width,
        tab,
        scrolls: false,
        header: 0,
        sidebarEnds: height,
        tabsEnd: true,
        roomEnds: true,
      });
    }
  }
  // On a phone: the line is low, stands above the tabs, and messages above both.
  await page.locator("#tab-leads").click();
  const phone = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect;
    const line = box(".activity-line");
    return {
      low: line.height <= 40,
      above: line.bottom <= box(".sidebar-tabs").top,
      messages: box(".toast-tray").bottom <= line.top,
    };
  });
  expect(phone).toEqual({ low: true, above: true, messages: true });
  // Nor does the line lie over the end of what is written in Design, which is scrolled out from under it.
  await page.locator("#tab-design").click();
  await page.locator(".template-open").first().click();
  await page.getByLabel("HTML", { exact: true }).waitFor();
  const over = await page.evaluate(() => {
    const content = document.querySelector(".workspace-content") as HTMLElement;
    content.scrollTo(0, content.scrollHeight);
    const end = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect;
    return end(".room").bottom - end(".activity-line").top;
  });
  expect(over).toBeLessThanOrEqual(0);
  // 1280 by 1024 pixels at 400 % (WCAG 1.4.10): the header goes with the page, and two thirds are for what one came for.
  await page.setViewportSize({ width: 320, height: 256 });
  const low = await page.evaluate(() => {
    document.scrollingElement?.scrollTo(0, innerHeight);
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() as DOMRect;
    return {
      header: box("header.header").bottom <= 0,
      room: Math.max(0, box(".workspace-room").top) < 1 && box(".activity-line").top >= innerHeight * (2 / 3),
      tabs: box(".sidebar-tabs").bottom <= innerHeight,
    };
  });
  expect(low).toEqual({ header: true, room: true, tabs: true });
  expect(await page.getByRole("contentinfo").count()).toBe(0);
});

test("the title stands at one height in every tab, at a wide window and on a phone", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page } = await pages.open({
      as: await atWork(pages, 1),
      path: "/app",
      viewport,
      hasTouch: true,
      isMobile: viewport.width < 720,
    });
    const tops = new Set<number>();
    for (const tab of ["leads", "design", "accounts", "campaigns"]) {
      await page.goto(`${pages.server.url}/app#${tab}`);
      const title = page.locator(".panel:not([hidden]) .panel-head > h2");
      const box = await title.boundingBox();
      tops.add((box?.y ?? 0) + (box?.height ?? 0) / 2);
    }
    expect([...tops]).toHaveLength(1);
  }
});

test("a pointer over the open tab takes nothing from it", async () => {
  const { page } = await pages.open({ as: await atWork(pages, 0), path: "/app" });
  const looks = () =>
    page.locator("#tab-leads").evaluate((tab) => {
      const { backgroundColor, color, boxShadow, fontWeight } = getComputedStyle(tab);
      return { backgroundColor, color, boxShadow, fontWeight };
    });
  const before = await looks();
  await page.locator("#tab-leads").hover();
  expect(await looks()).toEqual(before);
  await page.locator("#tab-design").hover();
  expect(await page.locator("#tab-design").evaluate((tab) => getComputedStyle(tab).fontWeight)).not.toBe(
    before.fontWeight,
  );
});
