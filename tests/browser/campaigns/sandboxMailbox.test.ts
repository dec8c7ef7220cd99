import { beforeAll, expect, test } from "bun:test";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";
import { sentDelivery, storedDelivery } from "../../support/smtp/deliveries.ts";
import { sandboxSender } from "../../support/smtp/sandboxSender.ts";
import { until } from "../../support/until.ts";

const pages = servesPages();
let ada: TestPerson;
beforeAll(async () => {
  ada = await pages.server.signUp();
});

async function deliver(html: string, head = "", subject = "Spring"): Promise<void> {
  const raw = Buffer.from(
    `From: Ada <ada@example.com>\r\nTo: bob@example.com\r\nSubject: ${subject}\r\n${head}Content-Type: text/html\r\n\r\n${html}\r\n`,
  );
  const envelope = { from: "ada@example.com", to: "bob@example.com" };
  await sandboxSender(pages.server.core, ada.uid).send({ envelope, raw, messageId: "<m>" });
}

const deliveryRow = (id: string) => storedDelivery(pages.server.core.database, id);

test("opening a mail counts as opened, its unsubscribe button works, and nothing hostile in it runs", async () => {
  const delivery = await sentDelivery(pages.server.core, { workspaceId: "u-browser" });
  const { secrets } = pages.server.core;
  const unsubscribeUrl = `${pages.server.url}/u/${secrets.sign("unsubscribe", delivery.id)}`;
  await deliver(
    `<h1>Hello Bob</h1><img src="${pages.server.url}/o/${secrets.sign("open", delivery.id)}" alt="">
     <img src="x" onerror="top.hostile=1"><script>top.hostile=1</script><form action="/sandbox/empty" method="post"></form>
     <svg onload="top.hostile=1"></svg><meta http-equiv="refresh" content="0;url=https://evil.example/">`,
    `List-Unsubscribe: <${unsubscribeUrl}>\r\n`,
  );
  // A browser without a head calls itself so and counts as a machine.
  const { page } = await pages.open({
    as: ada,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
  });
  await page.goto(`${pages.server.url}/sandbox`);
  await page.getByText("The newest 100,000 are kept, 1 GB of them at most.").waitFor();
  await page.getByRole("link", { name: "Spring" }).first().click();
  await page.frameLocator("iframe").getByRole("heading", { name: "Hello Bob" }).waitFor();
  await until(async () => (await deliveryRow(delivery.id))?.openedAt !== null);
  expect(await page.evaluate(() => "hostile" in window)).toBe(false);

  await page.getByRole("link", { name: "Unsubscribe" }).click();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
  const emailHash = secrets.hashAddress(delivery.email);
  const { suppressions } = pages.server.core.database.tables;
  const rows = await pages.server.core.database.read.select().from(suppressions);
  expect(rows).toContainEqual(
    expect.objectContaining({ workspaceId: "u-browser", emailHash, source: "recipient" }),
  );
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing on the mailbox, a mail and the unsubscribe page in the ${colorScheme} theme`, async () => {
    await deliver("<p>Hello</p>");
    const delivery = await sentDelivery(pages.server.core, { workspaceId: `u-${colorScheme}` });
    const { items } = await ada.client("GET /amplify/sandbox/mails");
    const { page } = await pages.open({ as: ada, colorScheme, bypassCSP: true });
    const unsubscribe = `/u/${pages.server.core.secrets.sign("unsubscribe", delivery.id)}`;
    for (const path of ["/sandbox", `/sandbox/${items[0]?._id}`, unsubscribe]) {
      await page.goto(pages.server.url + path);
      expect({ path, found: await axeFindings(page) }).toEqual({ path, found: [] });
    }
  });

test("the mailbox fits a phone, and its button empties it", async () => {
  await deliver("<p>Hello</p>", "", "ThatNobodyCanBreak".repeat(10));
  const { page } = await pages.open({
    as: ada,
    viewport: { width: 390, height: 800 },
    hasTouch: true,
    isMobile: true,
  });
  /** By how much the page, or what scrolls in it, is wider than a phone. */
  const over = () =>
    page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll(".workspace-content, .table-frame")].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      ),
    );
  await page.goto(`${pages.server.url}/sandbox`);
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
});
