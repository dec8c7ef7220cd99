import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { servesPages } from "../../support/browser/servesPages.ts";
import { goodPassword } from "../../support/server/testServer.ts";

const pages = servesPages();
/** Whole ways are walked with everything that moves on them, as most people see it. */
const asMost = { reducedMotion: "no-preference" } as const;

async function enter(page: Page): Promise<void> {
  await page.waitForURL("**/app*");
  await page.locator(".loader").waitFor({ state: "detached" });
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(`${pages.server.url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await enter(page);
}

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

test("a newcomer does the whole job by hand, from sign-up to the mails that went out", async () => {
  const { page, complaints } = await pages.open(asMost);
  await signUp(page);
  await signIn(page, { email: "newcomer@example.com", password: goodPassword });

  await importLeads(page);
  await makeTemplate(page);
  await tab(page, "Accounts").click();
  await button(page, "Try it with the sandbox").click();
  await page.getByText("Ready to send.").waitFor();

  await tab(page, "Leads").click();
  await button(page, "Send Email").click();
  await dialog(page).getByLabel("Subject").fill("Hello {{firstName|there}}");
  await dialog(page).getByLabel("Template", { exact: true }).selectOption({ label: "Spring" });
  await button(page, "Send to 3").click();
  await page.getByText("3/3 Sent").waitFor();
  await page.getByText("Finished", { exact: true }).waitFor();
  // The counts in the table follow by themselves.
  await page
    .getByRole("row", { name: /Cem Öz/ })
    .getByRole("gridcell", { name: "1", exact: true })
    .waitFor();

  await page.goto(`${pages.server.url}/sandbox`);
  for (const subject of ["Hello Ann", "Hello Beta Works", "Hello Cem"]) {
    await page.getByRole("link", { name: subject }).waitFor();
  }
  await page.getByRole("link", { name: "Hello Cem" }).click();
  await page.frameLocator("iframe").getByText("Dear Cem").waitFor();
  expect(complaints).toEqual([]);
});

async function signUp(page: Page): Promise<void> {
  await page.goto(`${pages.server.url}/signup`);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("Email").fill("newcomer@example.com");
  await page.getByLabel("Password", { exact: true }).fill(goodPassword);
  await page.getByLabel("Confirm password").fill(goodPassword);
  await button(page, "Create Account").click();
  await page.waitForURL("**/login");
}

async function importLeads(page: Page): Promise<void> {
  await button(page, "Import a file").click();
  await page.getByLabel("File").setInputFiles(join(import.meta.dir, "../../support/leads.csv"));
  await page.getByText("Left out: no first name or no email").waitFor();
  await page.getByLabel("Into the collection").selectOption({ label: "A new collection…" });
  await page.getByLabel("Name of the new collection").fill("Spring Fair");
  await button(page, "Import 5 rows").click();
  await page.getByText("3 added, 0 updated, 0 skipped, 2 rejected.").waitFor();
  await page.getByRole("row", { name: "6 This is not an email address" }).waitFor();
  await button(page, "Done").click();
  await page.getByRole("button", { name: "spring fair 3" }).waitFor();
}

async function makeTemplate(page: Page): Promise<void> {
  await tab(page, "Design").click();
  const html = '<p style="color: rgb(1, 2, 3)">Dear {{firstName}}</p>';
  const file = { name: "Spring.html", mimeType: "text/html", buffer: Buffer.from(html) };
  await page.locator('input[type="file"][accept*=".json"]').setInputFiles(file);
  // The preview has the inline styles, which the workspace's own policy would forbid.
  const line = page.frameLocator(".preview-stage iframe").getByText("Dear Ann");
  await line.waitFor();
  expect(await line.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(1, 2, 3)");
  await button(page, "Save As").click();
  await dialog(page).getByLabel("Name").fill("Spring");
  await dialog(page).getByRole("button", { name: "Save As" }).click();
  await page.locator(".room-list").click();
  await page.getByRole("button", { name: "Delete Spring" }).waitFor();
}
