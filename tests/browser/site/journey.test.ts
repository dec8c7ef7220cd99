import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { servesPages } from "../../support/browser/servesPages.ts";
import { goodPassword, type TestServer } from "../../support/server/testServer.ts";

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

test("progress that is under way is there again after a reload, and can be paused and resumed", async () => {
  const ada = await pages.server.signUp();
  const { page, complaints } = await pages.open(asMost);
  await prepareSlowSend(ada.client);
  await signIn(page, ada);
  const line = page.locator(".activity-line");
  await line.getByText(/\/3 Sent/).waitFor();
  await page.reload();
  await enter(page);
  await line.getByText(/\/3 Sent/).waitFor();
  await page.getByRole("button", { name: "Show what is under way" }).click();
  const bar = page.locator(".send-bar");
  await bar.getByRole("button", { name: "Pause" }).click();
  await bar.getByRole("button", { name: "Resume" }).click();
  await bar.getByRole("button", { name: "Pause" }).waitFor();
  expect(complaints).toEqual([]);
});

/** Three leads over an account that waits an hour between two mails, so that the campaign stays under way. */
async function prepareSlowSend(client: Awaited<ReturnType<TestServer["signUp"]>>["client"]): Promise<void> {
  const leads = ["a", "b", "c"].map((name) => ({ firstName: name, email: `${name}@recipients.example` }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
  const appEmail = "slow@sandbox.example";
  const body = { provider: "sandbox", appEmail, alias: `Slow <${appEmail}>`, gapMs: 3_600_000 } as const;
  await client("POST /amplify/auth/credentials", { body });
  await client("POST /email/send", {
    body: { subject: "Slowly", html: "<p>Hi</p>", collection: "all", from: appEmail },
  });
}

test("signing out forgets the person, and the workspace is closed to them", async () => {
  const ada = await pages.server.signUp();
  const { page } = await pages.open(asMost);
  await signIn(page, ada);
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBe(ada.uid);
  // The socket that ends with the session asks nobody who is there.
  const refused: string[] = [];
  page.on("response", (response) => response.status() === 401 && refused.push(response.url()));
  await button(page, "Logout").click();
  await page.waitForURL((url) => !url.pathname.startsWith("/app"));
  expect(refused).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBeNull();
  await page.goto(`${pages.server.url}/app`);
  expect(new URL(page.url()).pathname).toBe("/");
});

test("the workspace is worked by keyboard alone: tabs by arrows, dialogs by Enter and Esc", async () => {
  const ada = await pages.server.signUp();
  const { page } = await pages.open(asMost);
  await signIn(page, ada);
  await tab(page, "Leads").focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  await button(page, "Add Lead").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ann");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Lee");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ann@recipients.example");
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe("Add Lead");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor();
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  expect(await focused()).toBe("Add Lead");
});
