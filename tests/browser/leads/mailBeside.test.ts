import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

/** The Leads tab of somebody with three leads, an account and a template. */
async function openReady(): Promise<Page> {
  const person = await pages.server.signUp();
  const leads = ["Ann", "Ben", "Cem"].map((firstName) => ({
    firstName,
    lastName: firstName === "Ann" ? "Lee" : "Ode",
    email: `${firstName.toLowerCase()}@recipients.example`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const appEmail = "me@sandbox.example";
  const account = { provider: "sandbox", appEmail, alias: `Me <${appEmail}>` } as const;
  await person.client("POST /amplify/auth/credentials", { body: account });
  await person.client("POST /templates", {
    body: { name: "News", design: null, html: "<p>Dear {{firstName}}</p>" },
  });
  const { page } = await pages.open({ as: person, path: "/app", bypassCSP: true });
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  return page;
}

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

for (const width of [1440, 1024])
  test(`the mail stands beside what is sent at ${width} pixels, as a lead gets it, and says one number`, async () => {
    const page = await openReady();
    await page.setViewportSize({ width, height: 900 });
    await button(page, "Send Email").click();
    await dialog(page).getByText("To all 3 leads").waitFor();
    await dialog(page).getByText("Nobody is picked in the table").waitFor();
    await dialog(page).getByText("Choose a template, and the mail is shown here").waitFor();
    await dialog(page).getByLabel("Subject").fill("Hello ");
    await button(page, "Insert a merge field").click();
    await page.getByRole("menuitem", { name: "First name" }).click();
    expect(await dialog(page).getByLabel("Subject").inputValue()).toBe("Hello {{firstName}}");
    const template = dialog(page).getByLabel("Template", { exact: true });
    // Nothing is wrong yet.
    expect(await template.getAttribute("aria-invalid")).toBe("false");
    const picture = dialog(page).locator(".template-strip .template-thumb").first();
    const before = await picture.boundingBox();
    await dialog(page).getByRole("radio").first().focus();
    // Somebody who comes by keyboard moves nothing.
    expect(await picture.boundingBox()).toEqual(before);
    await dialog(page).locator(".template-strip").getByText("News", { exact: true }).click();
    expect(await template.inputValue()).not.toBe("");
    // Which one is chosen is told by a ground, and where colours are forced by a line.
    await page.emulateMedia({ forcedColors: "active" });
    const lineAround = (label: string) =>
      dialog(page)
        .locator(label)
        .first()
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await lineAround(".template-strip label:has(:checked)")).toBe("solid");
    expect(await lineAround(".template-strip label:not(:has(:checked))")).toBe("none");
    await page.emulateMedia({ forcedColors: "none" });
    await dialog(page)
      .getByText(/Subject Hello (Ann|Ben|Cem)/)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Phone", exact: true }).click();
    expect(await axeFindings(page)).toEqual([]);
    const body = dialog(page).locator(".dialog-body");
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

    // Somebody leaves meanwhile, in another tab of the same person.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel("Select Ann Lee").check();
    await other.getByRole("button", { name: "Delete", exact: true }).click();
    await other.getByRole("row", { name: /Ann Lee/ }).waitFor({ state: "detached" });
    await dialog(page).getByText("To all 2 leads").waitFor();
    await button(page, "Send to 2").waitFor();
  });

test("on a phone the way to send is within reach also once there is a mail to look at below", async () => {
  const page = await openReady();
  await page.setViewportSize({ width: 390, height: 600 });
  await button(page, "Send Email").click();
  await dialog(page).locator(".template-strip").getByText("News", { exact: true }).click();
  await button(page, "Preview for each lead").waitFor();
  const send = await button(page, "Send to 3").boundingBox();
  expect((send?.y ?? 600) + (send?.height ?? 0)).toBeLessThan(600);
  // What there is to look at first is told there, and one press away.
  await button(page, "Worth a look").press("Enter");
  const warnings = await dialog(page)
    .locator(".notice:focus", { hasText: /unsubscribe/ })
    .boundingBox();
  expect((warnings?.y ?? 600) + (warnings?.height ?? 0)).toBeLessThanOrEqual(send?.y ?? 0);
});
