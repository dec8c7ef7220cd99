import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { servesPages } from "../support/browser/servesPages.ts";
import type { TestPerson } from "../support/server/testServer.ts";

/** The specification's workspace (its sections 2, 4, 5, 8 and 9), as text of this file's own. */
const pages = servesPages();

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const remembered = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const tabs = (page: Page) => page.getByRole("tab").allTextContents();

const sender = {
  provider: "sandbox",
  appEmail: "ada@shop.example",
  alias: "Ada <ada@shop.example>",
} as const;
const lead = (name: string, more: object = {}) => ({
  firstName: name,
  lastName: "Lee",
  email: `${name.toLowerCase()}@recipients.example`,
  ...more,
});

async function ready({ client }: TestPerson): Promise<void> {
  await client("POST /amplify/leads/bulk", {
    body: { leads: [lead("Ann", { collection: ["spring"] }), lead("Ben", { optout: true })] },
  });
  await client("POST /templates", { body: { name: "Hello", html: "<p>Hello</p>" } });
  await client("POST /amplify/auth/credentials", { body: sender });
}

describe("tabs", () => {
  test("are Leads, Design, Accounts and Campaigns; API for AMPR, AMEX and admins; Leads is open at first", async () => {
    const ada = await pages.server.signUp();
    const { page } = await pages.open({ as: ada, path: "/app" });
    expect(await tabs(page)).toEqual(["Leads", "Design", "Accounts", "Campaigns"]);
    expect(await tab(page, "Leads").getAttribute("aria-selected")).toBe("true");
    for (const standing of [
      { status: "AMPR" },
      { status: "AMEX" },
      { status: "AMFR", role: "admin" },
    ] as const) {
      await pages.server.grant(ada, standing);
      await page.reload();
      await tab(page, "API").waitFor();
    }
  });

  test("the open one is remembered under 'activeTab', the collection under 'collection', the person under 'uid'", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    const { page } = await pages.open({ as: ada, path: "/app" });
    expect(await remembered(page, "uid")).toBe(ada.uid);
    for (const [name, key] of [
      ["Design", "design"],
      ["Accounts", "accounts"],
      ["Campaigns", "campaigns"],
      ["Leads", "leads"],
    ] as const) {
      await tab(page, name).click();
      expect(await remembered(page, "activeTab")).toBe(key);
    }
    await page.getByRole("button", { name: /^spring/ }).click();
    expect(await remembered(page, "collection")).toBe("spring");
    await tab(page, "Campaigns").click();
    await page.reload();
    await page.locator(".loader").waitFor({ state: "detached" });
    expect(await tab(page, "Campaigns").getAttribute("aria-selected")).toBe("true");
  });

  test("a remembered collection that is gone falls back to all", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    const { page, context } = await pages.open({ as: ada });
    await context.addInitScript(() => localStorage.setItem("collection", "gone"));
    await page.goto(`${pages.server.url}/app`);
    await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
    expect(await page.getByRole("button", { name: /^All/ }).getAttribute("aria-pressed")).toBe("true");
  });
});

describe("the leads tab", () => {
  test("has chips, a table with Sent and Opened, and its dialogs", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    const { page } = await pages.open({ as: ada, path: "/app" });
    for (const name of [/^All/, /^spring/]) await page.getByRole("button", { name }).waitFor();
    for (const name of ["Name", "Sent", "Opened"])
      await page.getByRole("columnheader", { name: new RegExp(`^${name}`) }).waitFor();
    for (const name of ["Add Lead", "Import", "Send Email", "Send Test Email"]) {
      await button(page, name).click();
      await dialog(page).waitFor();
      await page.keyboard.press("Escape");
      await dialog(page).waitFor({ state: "detached" });
    }
  });

  test("without an account, sending says 'Please add credentials in accounts section to send emails'", async () => {
    const ada = await pages.server.signUp();
    await ada.client("POST /amplify/leads", { body: lead("Ann") });
    const { page } = await pages.open({ as: ada, path: "/app" });
    await button(page, "Send Email").click();
    await dialog(page).getByText("Please add credentials in accounts section to send emails").waitFor();
  });

  test("a send with a field missing says 'Please fill all the fields', a test 'Please select a template'", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    const { page } = await pages.open({ as: ada, path: "/app" });
    await button(page, "Send Email").click();
    await dialog(page).getByRole("button", { name: /^Send/ }).last().click();
    await dialog(page).getByText("Please fill all the fields").first().waitFor();
    await page.keyboard.press("Escape");
    await button(page, "Send Test Email").click();
    await dialog(page).getByRole("button", { name: /^Send/ }).last().click();
    await dialog(page).getByText("Please select a template").first().waitFor();
  });
});

describe("what the leads tab says", () => {
  test("a send says 'Email sent successfully', who opted out, and 'success/total Sent'", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    const { page } = await pages.open({ as: ada, path: "/app" });
    await button(page, "Send Email").click();
    await dialog(page).getByLabel("Subject").fill("Hello");
    await dialog(page).getByLabel("Template", { exact: true }).selectOption({ label: "Hello" });
    await dialog(page)
      .getByRole("button", { name: /^Send to/ })
      .click();
    const optedOut =
      "The following leads have opted out and will not receive the email: ben@recipients.example";
    await page.getByText(optedOut).first().waitFor();
    await page
      .getByText(/Email sent successfully/)
      .first()
      .waitFor();
    await page
      .getByText(/1\/1 Sent/)
      .first()
      .waitFor();
  });

  test("has All and + before there is a lead, and the next step stands below a collection without leads", async () => {
    const { page } = await pages.open({ as: await pages.server.signUp(), path: "/app" });
    await page.getByRole("heading", { name: "Your first mail, in four steps." }).waitFor();
    await page.getByRole("button", { name: /^All/ }).waitFor();
    await page.getByRole("button", { name: /^(\+|Add (a )?collection|New collection)/i }).click();
    await dialog(page).getByRole("textbox").fill("Spring");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^spring/ }).waitFor();
    await page.getByText("0 of 4 steps to your first mail.").waitFor();
  });

  test("a collection called 'all' or twice the same is refused in the specification's words", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    const { page } = await pages.open({ as: ada, path: "/app" });
    await page.getByRole("button", { name: /^(\+|Add (a )?collection|New collection)/i }).click();
    for (const [name, sentence] of [
      [" ALL ", "Collection name cannot be 'all'"],
      ["default", "Collection name cannot be 'all'"],
      ["Spring ", "Collection already exists"],
    ] as const) {
      await dialog(page).getByRole("textbox").fill(name);
      await page.keyboard.press("Enter");
      await dialog(page).getByText(sentence).waitFor();
    }
  });
});

describe("the import", () => {
  test("takes .csv, .xls and .xlsx, knows its columns in any case, and keeps rows with a first name and an e-mail", async () => {
    const ada = await pages.server.signUp();
    const { page } = await pages.open({ as: ada, path: "/app" });
    await page
      .getByRole("button", { name: /^Import/ })
      .first()
      .click();
    const file = dialog(page).locator('input[type="file"]');
    expect((await file.getAttribute("accept"))?.split(",").map((type) => type.trim())).toEqual(
      expect.arrayContaining([".csv", ".xls", ".xlsx"]),
    );
    const rows =
      "COMPANY NAME,Email Address,Phone Number,LAST NAME\nShop,shop@recipients.example,1,Lee\n,no@name.example,,\nBea,,,";
    await file.setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(rows) });
    await dialog(page)
      .getByRole("button", { name: /^Import \d/ })
      .click();
    await dialog(page)
      .getByText(/1 added/)
      .waitFor();
    const leads = await ada.client("GET /amplify/leads", {});
    expect(leads).toMatchObject([
      { firstName: "Shop", lastName: "Lee", email: "shop@recipients.example", phone: "1" },
    ]);
  });

  test("of a file without leads says 'No leads found in the file'", async () => {
    const ada = await pages.server.signUp();
    const { page } = await pages.open({ as: ada, path: "/app" });
    await page
      .getByRole("button", { name: /^Import/ })
      .first()
      .click();
    await dialog(page)
      .locator('input[type="file"]')
      .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from("First Name,Email\n") });
    await dialog(page).getByText("No leads found in the file").first().waitFor();
  });
});

describe("design and accounts", () => {
  test("both lists of templates show Delete; admins see which have HTML", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    await pages.server.grant(ada, { role: "admin" });
    const { page } = await pages.open({ as: ada, path: "/app" });
    await tab(page, "Design").click();
    for (const name of ["My Templates", "Public Templates"])
      await page.getByRole("heading", { name }).waitFor();
    await page.getByRole("button", { name: "Delete Hello" }).waitFor();
    await page.getByRole("button", { name: "Delete Newsletter" }).waitFor();
    expect(await page.getByText("HTML", { exact: true }).count()).toBeGreaterThan(1);
  });

  test("an account's alias has two parts; in editing, the provider is locked", async () => {
    const ada = await pages.server.signUp();
    await ready(ada);
    const { page } = await pages.open({ as: ada, path: "/app" });
    await tab(page, "Accounts").click();
    await button(page, "Add Credential").click();
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Edit/ }).click();
    expect(await dialog(page).getByLabel("Provider").isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Delete/ }).waitFor();
  });
});
