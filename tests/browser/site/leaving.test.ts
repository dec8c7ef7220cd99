import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { faultsAtEveryWidth } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";
import { sentDelivery } from "../../support/smtp/deliveries.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

let smtp: ScriptedSmtp;
const pages = servesPages(async () => {
  smtp = await startScriptedSmtp();
  const from = `smtp://127.0.0.1:${smtp.port}?from=amplify@pages.server.test`;
  return startTestServer({ AMPLIFY_SYSTEM_SMTP: from }, { islands: true });
});
afterAll(() => smtp.close());

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();

/** The most lines in which an address stands while its sentence becomes narrower and narrower. */
function mostLinesOf(page: Page, address: string): Promise<number> {
  return page.evaluate((sought) => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode() && !walk.currentNode.nodeValue?.includes(sought)) {}
    const text = walk.currentNode;
    const at = text.nodeValue?.indexOf(sought) ?? 0;
    const range = new Range();
    range.setStart(text, at);
    range.setEnd(text, at + sought.length);
    const article = document.querySelector("article");
    const lines: number[] = [];
    for (let width = 400; width >= 150; width -= 5) {
      article?.style.setProperty("width", `${width}px`);
      lines.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
    }
    article?.style.removeProperty("width");
    return Math.max(...lines);
  }, address);
}

async function mailTo(owner: TestPerson, email: string) {
  const { core } = pages.server;
  const delivery = await sentDelivery(core, { workspaceId: owner.uid, email, provider: "smtp" });
  return { delivery, path: `/u/${core.secrets.sign("unsubscribe", delivery.id)}` };
}

/** Wide and narrow, in both themes: nothing to complain of, and nothing beside the screen. */
async function looksRight(page: Page, state: string): Promise<void> {
  const folder = process.env.AMPLIFY_TEST_SHOTS;
  const draw = async (width: number) =>
    folder && (await page.screenshot({ path: `${folder}/${state}-${width}.png` }));
  expect([state, await faultsAtEveryWidth(page, draw)]).toEqual([state, []]);
}

test("somebody leaves, says why, and comes back by the mail that they are sent", async () => {
  const owner = await pages.server.signUp();
  const email = "bob@in.test";
  const { delivery, path } = await mailTo(owner, email);
  const { page } = await pages.open({ path, bypassCSP: true });
  await looksRight(page, "ask");
  expect(await mostLinesOf(page, "b…@in.test")).toBe(1);
  await press(page, "Do not count me");
  await page.getByText("That is noted. Nothing is kept").waitFor();
  await looksRight(page, "not-counted");
  await press(page, "Unsubscribe");
  await heading(page, "You are unsubscribed");
  // The first that is read out of a page.
  expect(await page.title()).toBe("Amplify | You are unsubscribed");
  await looksRight(page, "left");

  await page.getByLabel("Too many mails").check();
  await page.getByLabel("In your own words (optional)").fill("Weekly would be fine");
  await press(page, "Tell the sender");
  await page.getByText("Thank you. The sender can read it.").waitFor();
  await looksRight(page, "said-why");
  await press(page, "Send me that mail");
  await page.getByText("A mail to b…@in.test is on its way.").waitFor();
  // What was told is not asked again.
  expect(await page.getByText("Thank you. The sender can read it.").count()).toBe(1);
  expect(await page.getByLabel("Too many mails").count()).toBe(0);
  await looksRight(page, "mail-asked");

  await until(() => smtp.accepted.some(({ to }) => to.includes(email)));
  const raw = Buffer.from(smtp.accepted.find(({ to }) => to.includes(email))?.raw ?? "").toString("latin1");
  const link = /\/r\/[\w.~-]+/.exec(raw.replaceAll("=\r\n", ""))?.[0] ?? "";
  await page.goto(new URL(link, page.url()).href);
  await heading(page, "Subscribe again?");
  await looksRight(page, "subscribe-again");
  await press(page, "Subscribe again");
  await heading(page, "You are subscribed again");
  await looksRight(page, "back");
  await page.goto(new URL("/r/forged", page.url()).href);
  await heading(page, "This link does not work any more");
  await looksRight(page, "dead-link");

  const known = await owner.client("GET /amplify/leads/{id}/consent", { params: { id: delivery.leadId } });
  expect(known).toMatchObject({
    consent: "denied",
    how: "by_recipient",
    optouts: [{ reason: "too_many", words: "Weekly would be fine", returnedAt: expect.any(Number) }],
  });
}, 120_000);

test("a lead's consent is set in its form and for a selection, and its history says who said what", async () => {
  const owner = await pages.server.signUp();
  for (const [firstName, email] of [
    ["Ann", "ann@in.test"],
    ["Eve", "eve@in.test"],
  ] as const)
    await owner.client("POST /amplify/leads", { body: { firstName, lastName: "Lee", email } });
  const { page } = await pages.open({
    as: owner,
    path: "/app",
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
  });
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Edit Ann Lee" }).click();
  const consent = dialog.getByRole("group", { name: "Consent to being counted" });
  expect(await consent.getByLabel("Not known").isChecked()).toBe(true);
  await consent.getByLabel("Denied").check();
  await looksRight(page, "lead-form");
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Save lead" }).click();
  await dialog.waitFor({ state: "hidden" });

  await page.getByRole("checkbox", { name: /Eve Lee/ }).check();
  await page.getByRole("region", { name: "Selected leads" }).getByRole("button", { name: "More" }).click();
  await page.getByText("Set consent…").click();
  await dialog.getByLabel("Granted").check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Set consent" }).click();
  await page.getByText("Consent of 1 lead set.").waitFor();
  const leads = (await owner.client("GET /amplify/leads")) as { firstName: string; consent?: string }[];
  expect(leads.map(({ firstName, consent }) => [firstName, consent])).toEqual([
    ["Ann", "denied"],
    ["Eve", "granted"],
  ]);

  await page.getByRole("rowheader", { name: "Ann Lee" }).click();
  const known = page.getByRole("region", { name: "Lead Ann Lee" });
  await known.getByText(/^Denied\. Said .* by somebody of the workspace \(.+\)\./).waitFor();
}, 120_000);
