import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { walkTo } from "../../support/browser/walkTo.ts";
import { startTestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const pages = servesPages(() => startTestServer({}, { islands: true }));

/** Where `SHOTS` names a folder, what is seen is kept there, for whoever looks. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function somebodyWithMails() {
  const { server } = pages;
  const person = await server.signUp();
  await server.grant(person, { status: "AMPR" });
  const { client } = person;
  const appEmail = "shop@sandbox.example";
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail, alias: `Shop <${appEmail}>` },
  });
  for (const number of [1041, 1042])
    await client("POST /email/transactional", {
      body: {
        subject: `Your order ${number}`,
        html: "<p>Thanks</p>",
        kind: "receipt",
        to: [{ email: `buyer${number}@in.test` }],
      },
    });
  await until(async () =>
    (await client("GET /email/transactional")).items.every(({ state }) => state === "sent"),
  );
  return person;
}

test("mails are found and read, and an address is suppressed and allowed again, by keyboard alone", async () => {
  const as = await somebodyWithMails();
  const { page, complaints } = await pages.open({ as, path: "/app#api/mails" });
  const row = (email: string) => page.getByRole("button", { name: `Show the mail to ${email}` });
  await row("buyer1041@in.test").waitFor();

  await walkTo(page, page.getByRole("searchbox", { name: "Address" }));
  await page.keyboard.type("buyer1042@in.test");
  await row("buyer1041@in.test").waitFor({ state: "detached" });
  await walkTo(page, row("buyer1042@in.test"));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Your order 1042").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // Back where it was opened.
  expect(await row("buyer1042@in.test").evaluate((element) => element === document.activeElement)).toBe(true);

  await walkTo(page, page.getByRole("textbox", { name: "Email" }));
  await page.keyboard.type("gone@in.test");
  await page.keyboard.press("Enter");
  const again = page.getByRole("button", { name: "Allow again: gone@in.test" });
  await again.waitFor();
  await walkTo(page, again);
  await page.keyboard.press("Enter");
  await page.getByText("No address is suppressed.").waitFor();
  // Its button went with the row, and what came of it is said.
  const title = page.getByRole("heading", { name: "Suppressed addresses" });
  await until(() => title.evaluate((element) => element === document.activeElement));
  await page.getByRole("status").getByText("Mails may go to this address again").waitFor();
  expect(complaints).toEqual([]);
});

test("mails, one of them and the suppressed addresses please axe in both themes, on a phone too", async () => {
  const as = await somebodyWithMails();
  await as.client("POST /email/suppressions", { body: { email: "gone@in.test" } });
  const { page } = await pages.open({ as, path: "/app#api/mails", bypassCSP: true });
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByText("gone@in.test").waitFor();
    // Each row is a block where its columns have no room, and no tab fades as if it had been scrolled by.
    const blocks = page.locator(".table-frame[data-blocks]");
    await until(async () => (await blocks.count()) === (width < 720 ? 2 : 0));
    expect(await axeFindingsInBothThemes(page)).toEqual([]);
    const faded = await page.locator(".tabs-list").evaluate((tabs) => getComputedStyle(tabs).maskImage);
    expect(faded).toBe("none");
    await look(page, `mails-${width}`);
    await page.getByRole("button", { name: "Show the mail to buyer1042@in.test" }).click();
    await page.getByRole("dialog").getByText("Message-ID").waitFor();
    expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
    await look(page, `mail-${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
});
