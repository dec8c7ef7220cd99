import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { cutRing } from "../../support/browser/cutRing.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();
// Some three hundred presses of Tab, beside other tests.
setDefaultTimeout(120_000);

/** Further on a section has more of the same. */
const stopsMax = 26;

/** What has the focus, in the order of Tab, where the ring around it is cut off. */
async function cutAmong(page: Page): Promise<string[]> {
  const cut = new Set<string>();
  for (let stops = 0; stops < stopsMax; stops += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      return `${focused.className} ${(focused.getAttribute("aria-label") ?? focused.textContent ?? "").slice(0, 40)}`;
    });
    if (name === null) break;
    // Half a pixel is what rounding leaves.
    if ((await cutRing(page)) > 0.5) cut.add(name);
  }
  return [...cut];
}

const sections = ["leads", "design", "accounts", "campaigns", "api/keys", "api/mails"];

for (const width of [1440, 390])
  test(`the ring around what has the focus is whole wherever Tab goes, ${width} pixels wide`, async () => {
    const as = await pages.server.signUp();
    await pages.server.grant(as, { status: "AMPR" });
    await as.client("POST /amplify/start/samples", { body: {} });
    await as.client("POST /email/transactional", {
      body: {
        subject: "Your order",
        html: "<p>Thanks</p>",
        kind: "receipt",
        to: [{ email: "buyer@in.test" }],
      },
    });
    const { page } = await pages.open({ as, path: "/app", viewport: { width, height: 900 } });
    await page.getByRole("row", { name: /Mara Lindqvist/ }).waitFor();
    const found: Record<string, string[]> = {};
    for (const section of sections) {
      await page.goto(`${pages.server.url}/app#${section}`);
      await page.reload();
      await page.locator(".loader").waitFor({ state: "detached" });
      await page.locator(".panel:not([hidden]) .skeleton").first().waitFor({ state: "detached" });
      found[section] = await cutAmong(page);
    }
    await page.goto(`${pages.server.url}/sandbox`);
    found.sandbox = (await cutAmong(page)).filter((name) => !name.startsWith("table-frame"));
    expect(found).toEqual({ ...Object.fromEntries(sections.map((one) => [one, []])), sandbox: [] });
  });
