import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { walkTo } from "../../support/browser/walkTo.ts";
import type { TestPerson } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";
import { answering, startReceiver } from "../../support/webhooks/receiver.ts";

const pages = servesPages();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let ada: TestPerson;
beforeAll(async () => {
  receiver = await startReceiver();
  ada = await pages.server.signUp();
  await pages.server.grant(ada, { status: "AMPR" });
});
afterAll(() => receiver.close());

/** Where `SHOTS` names a folder, what is seen is kept there, for whoever looks. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

async function opened(width = 1440, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const { page } = await pages.open({
    as: ada,
    viewport: { width, height: 900 },
    colorScheme,
    bypassCSP: true,
  });
  await page.goto(`${pages.server.url}/app#api/webhooks`);
  await page.getByRole("heading", { name: "Webhooks", exact: true }).first().waitFor();
  return page;
}

async function lookAtAll(): Promise<void> {
  for (const [width, scheme] of [
    [390, "dark"],
    [1024, "light"],
    [390, "light"],
    [1440, "dark"],
  ] as const) {
    const other = await opened(width, scheme);
    await other.getByText("Our CRM").waitFor();
    await look(other, `list-${width}-${scheme}`);
    await other.getByRole("button", { name: /^Log:/ }).click();
    await other.getByText("Send a span again").waitFor();
    await look(other, `log-${width}-${scheme}`);
  }
}

/** What failed and waits for another try is said on the card, with why; a webhook that is paused says that instead. */
async function fails(page: Page, card: Locator): Promise<void> {
  receiver.behaves(answering(500));
  const lead = { firstName: "Ann", lastName: "Lee", email: "ann@in.test", collection: [] };
  await ada.client("POST /amplify/leads", { body: lead });
  await until(async () => (await ada.client("GET /amplify/api/webhooks"))[0]?.failing != null);
  await page.reload();
  await card.getByText("Failing", { exact: true }).waitFor();
  await card.getByText("The receiver answered 500").waitFor();
  await card.getByText(/^What waits is tried again, next about .*\d/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await look(page, "failing");
  receiver.behaves(answering(204));
}

test("somebody adds a webhook, sees its secret once, tries it, and sends an event again from its log", async () => {
  const page = await opened();
  await look(page, "empty");
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await dialog.getByText("Please give the webhook a name").waitFor();
  await dialog.getByLabel("Name").fill("Our CRM");
  await dialog.getByLabel("Address").fill(receiver.url);
  await dialog.getByLabel("Link followed").uncheck();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await look(page, "add");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  const secret = await dialog.getByLabel("Secret").inputValue();
  expect(secret).toStartWith("whsec_");
  await look(page, "secret");
  await dialog.getByRole("button", { name: "Done" }).click();
  const card = page.getByRole("listitem").filter({ hasText: "Our CRM" });
  await card.getByText("14 types of event").waitFor();
  expect(await page.content()).not.toContain(secret);

  await card.getByRole("button", { name: "Send test" }).click();
  await card.getByText(/^Delivered: your receiver answered 204/).waitFor();
  receiver.behaves(answering(500));
  await card.getByRole("button", { name: "Send test" }).click();
  await card.getByText(/^Not delivered\. The receiver answered 500/).waitFor();
  await look(page, "tested");
  receiver.behaves(answering(204));

  await card.getByRole("button", { name: "Log" }).click();
  await dialog.getByText("The receiver answered 500").waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await look(page, "log");
  // On a phone there is one way to go down: the dialog's.
  await page.setViewportSize({ width: 390, height: 844 });
  const rows = dialog.locator(".table-frame[data-blocks]");
  await rows.waitFor();
  expect(await rows.evaluate((frame) => getComputedStyle(frame).maxHeight)).toBe("none");
  await page.setViewportSize({ width: 1440, height: 900 });
  const taken = receiver.took.length;
  await dialog.getByLabel("State").selectOption("given_up");
  await dialog.getByRole("row", { name: /Delivered/ }).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Send again: Test" }).click();
  await dialog.getByText("1 event will be sent again").waitFor();
  await dialog.getByLabel("State").selectOption("delivered");
  await dialog.getByRole("button", { name: "Send again: Test" }).nth(1).waitFor();
  expect(receiver.took).toHaveLength(taken + 1);
  await page.keyboard.press("Escape");

  await fails(page, card);
  await card.getByRole("button", { name: "Pause" }).click();
  await card.getByText("Failing", { exact: true }).waitFor({ state: "detached" });
  await card
    .getByText("A person paused it")
    .or(card.getByText(/While it is paused/))
    .first()
    .waitFor();
  await page.getByText("How to check signatures").click();
  expect(await axeFindings(page)).toEqual([]);
  await look(page, "paused");
  if (process.env.SHOTS !== undefined) await lookAtAll();
  await card.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("Nobody is told anything yet").waitFor();
}, 60_000);

/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element === document.body
      ? "nothing"
      : (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
  });

test("a webhook is added, tried, read, paused, let go on and removed by keyboard, and the focus stays beside it", async () => {
  const page = await opened();
  const dialog = page.getByRole("dialog");
  const card = page.getByRole("listitem").filter({ hasText: "By keys" });
  const press = async (target: ReturnType<Page["getByRole"]>) => {
    await walkTo(page, target);
    await page.keyboard.press("Enter");
  };
  await press(page.getByRole("button", { name: "Add webhook" }).first());
  await walkTo(page, dialog.getByLabel("Name"));
  await page.keyboard.type("By keys");
  await walkTo(page, dialog.getByLabel("Address"));
  await page.keyboard.type(receiver.url);
  await walkTo(page, dialog.getByLabel("Link followed"));
  await page.keyboard.press("Space");
  await press(dialog.getByRole("button", { name: "Add webhook" }));
  await dialog.getByLabel("Secret").waitFor();
  await press(dialog.getByRole("button", { name: "Done" }));
  await card.getByText("14 types of event").waitFor();
  // What opened it was the way to the first, and has gone.
  expect(await focused(page)).toBe("Webhooks");

  await press(card.getByRole("button", { name: "Send test" }));
  await card.getByText(/^Delivered: your receiver answered 204/).waitFor();
  expect(await focused(page)).toContain("Send test");

  await press(card.getByRole("button", { name: "Log" }));
  await press(dialog.getByRole("button", { name: "Send again: Test" }));
  await dialog.getByText("1 event will be sent again").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await focused(page)).toContain("Log");

  await press(card.getByRole("button", { name: "Pause" }));
  await card.getByRole("button", { name: "Resume" }).waitFor();
  expect(await focused(page)).toContain("Resume");
  await page.keyboard.press("Enter");
  await card.getByRole("button", { name: "Pause" }).waitFor();
  expect(await focused(page)).toContain("Pause");

  await press(card.getByRole("button", { name: "Remove" }));
  await press(dialog.getByRole("button", { name: "Remove" }));
  await card.waitFor({ state: "detached" });
  expect(await focused(page)).not.toBe("nothing");
  await page.getByRole("status").getByText("The webhook was removed").waitFor();
}, 60_000);
