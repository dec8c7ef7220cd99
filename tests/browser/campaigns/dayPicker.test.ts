import { expect, test } from "bun:test";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

test("the days to choose from keep their looks beside the campaigns' calendar, and the chosen one is read", async () => {
  const as = await pages.server.signUp();
  const { page, complaints } = await pages.open({ as, path: "/app#campaigns" });
  await page.getByRole("button", { name: /^New campaign/ }).click();
  await page.getByRole("menuitem", { name: "One mail" }).click();
  await page.getByRole("button", { name: /^From and when/ }).click();
  await page.getByLabel("At a date and time").check();
  await page.locator(".date-input button").first().click();
  const chosen = page.locator(`.date-panel [aria-selected="true"] button`).first();
  await chosen.waitFor();
  const looks = await chosen.evaluate((button) => {
    const { color, backgroundColor } = getComputedStyle(button);
    const day = button.closest("td")?.getBoundingClientRect();
    return { isRead: color !== backgroundColor, height: Math.round(day?.height ?? 0) };
  });
  expect(looks.isRead).toBe(true);
  expect(looks.height).toBeLessThan(48);
  expect(complaints).toEqual([]);
});
