import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { createClient } from "../../../contract/client.ts";
import { closeContexts, sharedChromium } from "../../support/browser/chromium.ts";
import { fillWithLeads, sendToAll, startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(90_000);

const leadCount = 40;
const refused = "lead3@in.test";
const refusal = "550 5.1.1 No such user";
const folder = mkdtempSync(join(tmpdir(), "amplify-two-tabs-"));

let browser: Browser;
let smtp: ScriptedSmtp;
let server: StartedProcess;

/** After so many mails the server takes each whole and never says so, until a test lets it speak again. */
let speaksFor = 10;

beforeAll(async () => {
  smtp = await startScriptedSmtp({
    rcpt: ({ recipient }) => (recipient === refused ? refusal : null),
    dot: () => (smtp.acceptedCount() < speaksFor ? null : { accept: true, next: "hang" }),
  });
  server = await startServe({ folder, smtpPort: smtp.port });
  browser = await sharedChromium();
});
afterAll(async () => {
  await closeContexts(browser);
  await server.kill();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

const bar = (page: Page) => page.locator(".activity-line");
/** How many the bar says are sent. */
async function shownSent(page: Page): Promise<number> {
  const label = await bar(page)
    .getByText(/\d+\/40 Sent/)
    .textContent();
  return Number.parseInt(label ?? "", 10);
}

async function signIn(page: Page, base: string) {
  await page.goto(`${base}/login`);
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Password").fill(goodPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/app*");
  await page.locator(".loader").waitFor({ state: "detached" });
}

test("two tabs and a server killed in mid-send end in the same truth, on screen and in the ledger", async () => {
  const base = server.line;
  const client = createClient({ base, token: await fillWithLeads(base, leadCount) });
  const context = await browser.newContext();
  const first = await context.newPage();
  await signIn(first, base);
  const second = await context.newPage();
  await second.goto(`${base}/app`);
  const tabs = [first, second];

  const id = await sendToAll(client, "Hello");
  for (const tab of tabs) await until(async () => (await shownSent(tab)) > 0, 30_000);
  await smtp.until(() => smtp.acceptedCount() > speaksFor);
  await server.kill();
  for (const tab of tabs) {
    await tab.getByText(/Not connected: these figures are from .+\. Reconnecting…/).waitFor();
    expect(await tab.getByText(/continues|done at/).count()).toBe(0);
  }

  speaksFor = leadCount;
  server = await startServe({ folder, smtpPort: smtp.port, port: Number(new URL(base).port) });
  for (const tab of tabs) {
    await tab.getByText("Reconnecting…").waitFor({ state: "detached", timeout: 60_000 });
    await bar(tab).getByText("Finished", { exact: true }).waitFor({ timeout: 60_000 });
  }

  const { counts } = await client("GET /amplify/campaigns/{id}", { params: { id } });
  expect(counts.failed).toBe(1);
  expect(counts.uncertain).toBeGreaterThan(0);
  expect(counts.sent + counts.uncertain).toBe(leadCount - 1);
  const taken = smtp.accepted.flatMap((mail) => mail.to);
  expect(taken.length).toBe(new Set(taken).size);
  expect(taken.length).toBeGreaterThanOrEqual(counts.sent);

  // What is on the screen outlives neither tab: the ledger tells it again, whoever asks.
  for (const tab of tabs) {
    expect(await shownSent(tab)).toBe(counts.sent);
    await tab.getByRole("button", { name: "Show what is under way" }).click();
    const whole = tab.locator(".send-bar");
    await whole.getByText(`${counts.uncertain} uncertain`).waitFor();
    await whole.getByText("1 address failed").click();
    await whole.getByText(`${refused}: ${refusal}`).waitFor();
  }
});

test("what one tab changes shows in the other, which asks for that and for nothing else", async () => {
  const base = server.line;
  const context = await browser.newContext();
  const first = await context.newPage();
  await signIn(first, base);
  const second = await context.newPage();
  await second.goto(`${base}/app`);
  await second.locator(".loader").waitFor({ state: "detached" });
  const asked: string[] = [];
  second.on("request", (request) => asked.push(new URL(request.url()).pathname));

  await first.getByRole("button", { name: "Add a collection" }).click();
  await first.getByLabel("Name").fill("meanwhile");
  await first.getByRole("button", { name: "Add collection" }).click();
  await second.getByRole("button", { name: "meanwhile 0" }).waitFor();
  // Which collection is shown is remembered, and so its leads are asked for here too.
  await until(() => asked.includes("/amplify/leads"));
  expect(new Set(asked)).toEqual(new Set(["/amplify/collections", "/amplify/leads"]));
  await context.close();
});
