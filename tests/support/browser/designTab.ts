import { beforeAll, beforeEach } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Template, TemplateSummary } from "../../../contract/schemas/template.ts";
import type { TestPerson } from "../server/testServer.ts";
import { type Pages, servesPages } from "./servesPages.ts";

let pages: Pages;
export let person: TestPerson;

/**
 * A server, somebody on it and a browser, for each file that calls this. `hasPublic` leaves the templates that everyone has
 * in the list: drawing the mail of each is nearly half of what opening the tab costs.
 */
export function servesDesignTab({ hasPublic = false } = {}): void {
  pages = servesPages();
  // Those that a test made are in the next one's way: the list draws the mail of each.
  beforeEach(async () => {
    for (const { _id: id, public: isPublic } of await person.client("GET /templates/summaries"))
      if (!isPublic) await person.client("DELETE /templates/{id}", { params: { id } });
  });
  beforeAll(async () => {
    person = await pages.server.signUp();
    if (hasPublic) return;
    await grantRole("admin");
    for (const { _id: id } of await person.client("GET /templates/summaries"))
      await person.client("DELETE /templates/{id}", { params: { id } });
    await grantRole("user");
  });
}

/** Gives the person a role for the pages that are opened from then on. */
export const grantRole = (role: "admin" | "user") => pages.server.grant(person, { role });

/** The same person at another browser, of whose changes the page hears. */
export const elsewhere = () => pages.server.logIn(person);

type Opened = { page: Page; complaints: string[]; outside: string[] };

/** The Design tab of a signed-in person. Every other host is cut off; what is asked of one is kept. */
export async function openDesign(
  options: {
    bypassCSP?: boolean;
    hasTouch?: boolean;
    viewport?: { width: number; height: number };
    colorScheme?: "light" | "dark";
    forcedColors?: "active";
    locale?: string;
  } = {},
): Promise<Opened> {
  // Our policy stays in force but where axe must enter.
  const viewport = { width: 1440, height: 900 };
  const { page, complaints } = await pages.open({ as: person, viewport, ...options });
  const outside: string[] = [];
  const isOutside = (address: string) => {
    const { origin, protocol } = new URL(address);
    return origin !== pages.server.url && /^https?:$/.test(protocol);
  };
  page.on("request", (request) => {
    if (isOutside(request.url())) outside.push(request.url());
  });
  // What our policy holds back was not asked of anybody.
  page.on("requestfailed", (request) => {
    if (request.failure()?.errorText === "csp" && outside.includes(request.url()))
      outside.splice(outside.indexOf(request.url()), 1);
  });
  await page.goto(`${pages.server.url}/app#design`);
  await page.locator(".loader").waitFor({ state: "detached" });
  return { page, complaints, outside };
}

export async function withTemplate(design: unknown): Promise<Template> {
  const name = `Template ${Math.random()}`;
  return (await person.client("POST /templates", { body: { name, design, html: "<p>Old</p>" } })) as Template;
}

let made = 0;
/** One more template of the person. */
export async function someTemplate(html = "<p>First</p>"): Promise<TemplateSummary> {
  made += 1;
  const body = { name: `Letter ${made}`, html };
  const { _id } = await person.client("POST /templates", { body });
  const all = (await person.client("GET /templates/summaries")) as TemplateSummary[];
  return all.find((each) => each._id === _id) as TemplateSummary;
}

export const templateNames = async () =>
  (await person.client("GET /templates/summaries")).map(({ name }) => name);
export const saveHtml = (id: string, html: string) =>
  person.client("PUT /templates/{id}", { params: { id }, body: { html } });

/** Opens a template by its name, which has the room to itself once it is there. */
export async function write(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await button(page, "Show the templates").waitFor();
}

/** Opens a template's menu and chooses in it, by keyboard alone. */
export async function choose(page: Page, { name }: { name: string }, item: string): Promise<void> {
  await showTemplates(page);
  await button(page, `More for ${name}`).focus();
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitem", { name: item });
  await entry.waitFor();
  while (!(await entry.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** While something is written the list is a drawer; this opens it where it is closed. */
export async function showTemplates(page: Page): Promise<void> {
  const list = button(page, "Show the templates");
  if (await list.isVisible()) await list.click();
}

export async function openTemplate(page: Page, { name }: Template): Promise<void> {
  await showTemplates(page);
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("region", { name: "Email editor" }).waitFor();
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const blocks = (page: Page): Locator => page.locator(".block");
export const said = (page: Page) => page.locator(".editor > [role=status]");
export const typesOf = (page: Page) =>
  blocks(page).evaluateAll((all) => all.map((block) => block.getAttribute("aria-label")?.split(",")[0]));

export async function saved(page: Page, { _id }: Template): Promise<Template> {
  await button(page, "Save Changes").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const all = (await person.client("GET /templates")) as Template[];
  const found = all.find((template) => template._id === _id);
  if (found === undefined) throw new Error("the template is gone");
  return found;
}

/** A page without our policy, as a mail program's is. */
export async function barePage(): Promise<Page> {
  const { page } = await pages.open();
  // Where a page rests between tests our policy holds.
  await page.goto("about:blank");
  await page.route("**/*", (route) => route.abort());
  return page;
}

/** HTML on a page of its own, with the pictures of our server and without its policy: a mail as its reader sees it. */
export async function sameOriginPage(html: string): Promise<Page> {
  const { page } = await pages.open();
  const address = `${pages.server.url}/mail-as-read`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
  );
  await page.goto(address);
  return page;
}

export function designOf(
  ...contents: { id: string; type: string; values: Record<string, unknown> }[]
): unknown {
  const columns = [{ id: "c", values: {}, contents }];
  return { body: { values: {}, rows: [{ id: "r", cells: [1], values: {}, columns }] } };
}

/** Changes to the other of light and dark, as the person's menu does. */
export async function chooseOtherTheme(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown = document.documentElement.dataset.theme;
    const isDark =
      shown === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : shown === "dark";
    document.dispatchEvent(new CustomEvent("choosetheme", { detail: isDark ? "light" : "dark" }));
  });
}
