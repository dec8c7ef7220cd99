import { expect, test } from "bun:test";
import { atWork } from "../../support/browser/atWork.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

test("no panel moves as it comes, nor does a reload with sends under way: layout shifts stay below 0.02", async () => {
  const as = await atWork(pages, 2);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, context } = await pages.open({ as, viewport });
    await context.addInitScript(() => {
      const shifts: { value: number; what: string }[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          sources: { node?: Element }[];
        })[])
          shifts.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => node?.className ?? "").join(),
          });
      }).observe({ type: "layout-shift", buffered: true });
    });
    const taken = () =>
      page.evaluate(() =>
        (window as unknown as { shifts: { value: number; what: string }[] }).shifts.splice(0),
      );
    for (const tab of ["leads", "design", "accounts", "campaigns"]) {
      // As it comes with the page, and as it comes beside the others; without a press, after which nothing is counted.
      await page.goto(`${pages.server.url}/app#${tab}`);
      await page.reload();
      await page.locator(".loader").waitFor({ state: "detached" });
      if (tab !== "campaigns") await page.locator(".activity-line").waitFor();
      await page
        .locator(".panel:not([hidden]) :is(.skeleton, .panel-loading)")
        .first()
        .waitFor({ state: "detached" });
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const shifts = await taken();
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect({ tab, width: viewport.width, ok: sum <= 0.02, sum, shifts: sum <= 0.02 ? [] : shifts }).toEqual(
        {
          ...{ tab, width: viewport.width, ok: true, sum, shifts: [] },
        },
      );
    }
    await context.close();
  }
});

test("what is under way comes and goes over what is there: tabs, messages and the panel stay where they are", async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const as = await atWork(pages, 0);
    const { page, context } = await pages.open({ as, viewport, path: "/app#accounts" });
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
    await context.close();
  }
});
