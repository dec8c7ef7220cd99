import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages, type VisitOptions } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();
// One walk through all of them.
setDefaultTimeout(180_000);
let ada: TestPerson;
beforeAll(async () => {
  ada = await pages.server.signUp();
  await pages.server.grant(ada, { status: "AMEX", role: "admin" });
  await fill(ada.client);
});

async function fill(client: TestPerson["client"]): Promise<void> {
  const leads = [
    { firstName: "Ann", lastName: "Lee", email: "ann@recipients.example", collection: ["customers"] },
    { firstName: "Bob", lastName: "Ray", email: "bob@recipients.example", optout: true },
  ];
  await client("POST /amplify/collections", { body: { name: "customers" } });
  await client("POST /amplify/leads/bulk", { body: { leads } });
  await client("POST /templates", { body: { name: "Spring", html: "<p>Hi</p>" } });
  const appEmail = "ada@sandbox.example";
  const body = { provider: "sandbox", appEmail, alias: `Ada <${appEmail}>`, perDay: 50 } as const;
  await client("POST /amplify/auth/credentials", { body });
  await client("POST /email/send", {
    body: { subject: "Spring news", html: "<p>Hi</p>", collection: "all", from: appEmail },
  });
}

const openApp = async (options: VisitOptions): Promise<Page> =>
  (await pages.open({ as: ada, path: "/app", bypassCSP: true, ...options })).page;

/** In a dialog: what lies behind it can be neither seen into nor pressed, and was looked at before it opened. */
const inDialog = "dialog[open]";
/** In a tab: what lies around it is the same in each, and was looked at with the first of them. */
const inPanel = ".panel:not([hidden])";

/**
 * Every state of the workspace worth looking at, each reached from the one before; `within` which part of it is new, and
 * `seenBy` whose axe looks at the same in both themes.
 */
const views: {
  name: string;
  within?: string;
  seenBy?: "campaigns/clicks" | "leads/leadDialogs" | "leads/imports" | "design/sharedTemplates";
  open: (page: Page) => Promise<void>;
}[] = [
  { name: "leads", open: async (page) => page.getByRole("row", { name: /Ann Lee/ }).waitFor() },
  { name: "leads picked", within: inPanel, open: (page) => page.getByLabel("Select Bob Ray").check() },
  { name: "send", seenBy: "leads/leadDialogs", open: (page) => openDialog(page, "Send Email") },
  { name: "test", seenBy: "leads/leadDialogs", open: (page) => openDialog(page, "Send Test Email") },
  { name: "import", seenBy: "leads/imports", open: (page) => openDialog(page, "Import") },
  { name: "add lead", seenBy: "leads/leadDialogs", open: (page) => openDialog(page, "Add Lead") },
  {
    name: "design",
    open: async (page) => {
      await openTab(page, "Design");
      await page.locator(".template-open").first().click();
      await page.getByLabel("HTML", { exact: true }).waitFor();
    },
  },
  {
    name: "mail",
    seenBy: "design/sharedTemplates",
    open: async (page) => {
      // Beside the HTML there is a preview only where there is room for both; this one is there on a phone too.
      await page.getByRole("button", { name: "Preview", exact: true }).click();
      await page.getByTitle("Preview of the template").waitFor();
    },
  },
  { name: "save as", seenBy: "design/sharedTemplates", open: (page) => openDialog(page, "Save As") },
  { name: "accounts", open: (page) => openTab(page, "Accounts") },
  { name: "add credential", within: inDialog, open: (page) => openDialog(page, "Add Credential") },
  {
    name: "campaigns",
    seenBy: "campaigns/clicks",
    open: async (page) => {
      await openTab(page, "Campaigns");
      await page.getByRole("link", { name: "Spring news" }).click();
      await page.getByRole("tab", { name: "Recipients" }).click();
      await page.getByRole("cell", { name: "ann@recipients.example" }).waitFor();
    },
  },
  { name: "campaign overview", seenBy: "campaigns/clicks", open: (page) => openView(page, "Overview") },
  { name: "campaign mail", seenBy: "campaigns/clicks", open: (page) => openView(page, "Mail and links") },
  { name: "campaign activity", within: inPanel, open: (page) => openView(page, "Activity") },
  {
    name: "calendar",
    seenBy: "campaigns/clicks",
    open: (page) => goTo(page, "campaigns/calendar", ".calendar-entry"),
  },
  {
    name: "composing whom",
    within: inPanel,
    open: async (page) => {
      await goTo(page, "campaigns", ".campaign-name");
      await page.getByRole("button", { name: "New campaign" }).click();
      await page.getByRole("menuitem", { name: "A sequence of mails" }).click();
      await page.getByLabel("Everyone").check();
      await page.getByText("1 person gets it").waitFor();
    },
  },
  { name: "composing what", within: inPanel, open: (page) => openPart(page, "what") },
  { name: "composing when", within: inPanel, open: (page) => openPart(page, "when") },
  { name: "composing review", within: inPanel, open: (page) => openPart(page, "review") },
  {
    name: "filter",
    within: inPanel,
    open: async (page) => {
      await openTab(page, "Leads");
      await page.getByRole("button", { name: "Filter", exact: true }).click();
      await page.getByRole("button", { name: "Add a condition" }).click();
      await page.getByRole("button", { name: "Add a group" }).click();
    },
  },
  {
    name: "api",
    open: async (page) => {
      await openTab(page, "API");
      await page.getByRole("heading", { name: "curl" }).waitFor();
    },
  },
];

async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tab", { name, selected: true }).waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
}

async function goTo(page: Page, hash: string, there: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
  await page.locator(there).first().waitFor();
}

/** One part of what is composed; it may be open already, where something is missing. */
async function openPart(page: Page, name: string): Promise<void> {
  const head = page.locator(`#part-${name} h3 button`);
  if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
  await page.locator(`#part-${name}[data-open="true"]`).waitFor();
}

async function openTab(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name }).click();
}

async function openDialog(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const opener = page.getByRole("button", { name, exact: true }).first();
  if (await opener.isVisible()) await opener.click();
  else {
    // On a phone it stands in a menu.
    await page.getByRole("button", { name: "More", exact: true }).first().click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  }
  await page.getByRole("dialog").waitFor();
}

type Seen = { name: string; found: string[]; tooWide: number[] };

/** One walk through all of them serves whoever asks something of each: getting there is most of what it costs. */
async function walk(): Promise<Seen[]> {
  const page = await openApp({});
  const seen: Seen[] = [];
  await resizeTo(page, { width: 1440, height: 800 });
  for (const { name, within, seenBy, open } of views) {
    await open(page);
    const found = seenBy === undefined ? await axeFindingsInBothThemes(page, within) : [];
    const tooWide: number[] = [];
    for (const width of [320, 390, 1024, 1440]) {
      await resizeTo(page, { width, height: 800 });
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) tooWide.push(width);
    }
    seen.push({ name, found, tooWide });
  }
  return seen;
}

let walked: Promise<Seen[]> | undefined;
const everyView = () => {
  walked ??= walk();
  return walked;
};

test("axe finds nothing on any panel and dialog in either theme", async () => {
  const faults = (await everyView()).filter(({ found }) => found.length > 0);
  expect(faults.map(({ name, found }) => ({ name, found }))).toEqual([]);
});

// The last is a window of 1280 pixels at 400 % (WCAG 1.4.10).
test("no panel and no dialog is wider than a screen of 1440, 1024, 390 or 320 pixels", async () => {
  const faults = (await everyView()).filter(({ tooWide }) => tooWide.length > 0);
  expect(faults.map(({ name, tooWide }) => ({ name, tooWide }))).toEqual([]);
});

test("on a phone everything that is pressed is at least 44 pixels high", async () => {
  const page = await openApp({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  for (const { name, open } of views) {
    await open(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".workspace button, .workspace select, .workspace .input")]
        .filter((element) => element.checkVisibility() && !element.closest("table"))
        .filter((element) => element.offsetHeight < 44)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect({ name, small }).toEqual({ name, small: [] });
  }
});

test("axe finds nothing on the sign-in and sign-up pages, also with what they complain about", async () => {
  const { page } = await pages.open({ bypassCSP: true });
  for (const [path, submit] of [
    ["/login", "Sign in"],
    ["/signup", "Create Account"],
  ] as const) {
    await page.goto(pages.server.url + path);
    await page.getByRole("button", { name: submit }).click();
    await page.getByRole("alert").waitFor();
    expect({ path, found: await axeFindingsInBothThemes(page) }).toEqual({ path, found: [] });
  }
});
