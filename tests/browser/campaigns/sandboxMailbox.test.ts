import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext } from "playwright-core";
import { closeContexts, sharedChromium } from "../../support/browser/chromium.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { sentDelivery, storedDelivery } from "../../support/smtp/deliveries.ts";
import { sandboxSender } from "../../support/smtp/sandboxSender.ts";
import { until } from "../../support/until.ts";

// A browser shares the machine with the other tests.
setDefaultTimeout(30_000);

let browser: Browser;
let server: TestServer;
let ada: TestPerson;
const axeSource = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

beforeAll(async () => {
  server = await startTestServer({}, { islands: true });
  [browser, ada] = await Promise.all([sharedChromium(), server.signUp()]);
}, 60_000);
afterAll(async () => {
  await closeContexts(browser);
  await server.close();
});

async function signedIn(options: Parameters<Browser["newContext"]>[0] = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  const [name = "", value = ""] = ada.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: server.url }]);
  return context;
}

async function deliver(html: string, head = "", subject = "Spring"): Promise<void> {
  const raw = Buffer.from(
    `From: Ada <ada@example.com>\r\nTo: bob@example.com\r\nSubject: ${subject}\r\n${head}Content-Type: text/html\r\n\r\n${html}\r\n`,
  );
  const envelope = { from: "ada@example.com", to: "bob@example.com" };
  await sandboxSender(server.core, ada.uid).send({ envelope, raw, messageId: "<m>" });
}

const deliveryRow = (id: string) => storedDelivery(server.core.database, id);

test("opening a mail counts as opened, its unsubscribe button works, and nothing hostile in it runs", async () => {
  const delivery = await sentDelivery(server.core, { workspaceId: "u-browser" });
  const { secrets } = server.core;
  const unsubscribeUrl = `${server.url}/u/${secrets.sign("unsubscribe", delivery.id)}`;
  await deliver(
    `<h1>Hello Bob</h1><img src="${server.url}/o/${secrets.sign("open", delivery.id)}" alt="">
     <img src="x" onerror="top.hostile=1"><script>top.hostile=1</script><form action="/sandbox/empty" method="post"></form>
     <svg onload="top.hostile=1"></svg><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
    `List-Unsubscribe: <${unsubscribeUrl}>\r\n`,
  );
  // A browser without a head calls itself so and counts as a machine.
  const context = await signedIn({
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
  });
  const page = await context.newPage();
  await page.goto(`${server.url}/sandbox`);
  await page.getByRole("link", { name: "Spring" }).first().click();
  await page.frameLocator("iframe").getByRole("heading", { name: "Hello Bob" }).waitFor();
  await until(async () => (await deliveryRow(delivery.id))?.openedAt !== null);
  expect(await page.evaluate(() => "hostile" in window)).toBe(false);

  await page.getByRole("link", { name: "Unsubscribe" }).click();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
  const emailHash = secrets.hashAddress(delivery.email);
  const { suppressions } = server.core.database.tables;
  const rows = await server.core.database.read.select().from(suppressions);
  expect(rows).toContainEqual(
    expect.objectContaining({ workspaceId: "u-browser", emailHash, source: "recipient" }),
  );
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing on the mailbox, a mail and the unsubscribe page in the ${colorScheme} theme`, async () => {
    await deliver("<p>Hello</p>");
    const delivery = await sentDelivery(server.core, { workspaceId: `u-${colorScheme}` });
    const { items } = await ada.client("GET /amplify/sandbox/mails");
    const context = await signedIn({ colorScheme, bypassCSP: true });
    const page = await context.newPage();
    const unsubscribe = `/u/${server.core.secrets.sign("unsubscribe", delivery.id)}`;
    for (const path of ["/sandbox", `/sandbox/${items[0]?._id}`, unsubscribe]) {
      await page.goto(server.url + path);
      await page.evaluate(axeSource);
      const found = await page.evaluate(async () => {
        // The mail in the frame is its sender's; the page around it is ours.
        const { axe } = window as unknown as {
          axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        const { violations } = await axe.run({ iframes: false });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      });
      expect({ path, found }).toEqual({ path, found: [] });
    }
    await context.close();
  });

test("the mailbox fits a phone, and its button empties it", async () => {
  await deliver("<p>Hello</p>", "", "ThatNobodyCanBreak".repeat(10));
  const context = await signedIn({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  /** By how much the page, or what scrolls in it, is wider than a phone. */
  const over = () =>
    page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll(".workspace-content, .table-frame")].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      ),
    );
  await page.goto(`${server.url}/sandbox`);
  await page.locator(".mailbox-subject a").first().click();
  await page.getByRole("heading", { level: 1, name: /^ThatNobodyCanBreak/ }).waitFor();
  expect(await over()).toBe(0);
  await page.goBack();
  expect(await over()).toBe(0);
  // When it came is told there too.
  expect(await page.locator(".mailbox time").first().isVisible()).toBe(true);
  // What of a subject has no room is left out with a sign.
  const link = page.locator(".mailbox-subject a").first();
  expect(await link.evaluate((shown) => getComputedStyle(shown).display)).toBe("block");
  expect((await link.boundingBox())?.height).toBe(44);
  await page.getByRole("button", { name: "Empty mailbox" }).click();
  await page.getByRole("heading", { name: "No mail yet" }).waitFor();
  expect(await over()).toBe(0);
  await context.close();
});
