import type { Page } from "playwright-core";
import type { Client } from "../contract/client.ts";
import { leadSortKeys } from "../contract/schemas/leadMatching.ts";
import { openChromium } from "../tests/support/browser/chromium.ts";
import { benchLeads } from "./support/benchLeads.ts";
import { benchPerson } from "./support/benchPerson.ts";
import { end, startServer, temporaryFolder } from "./support/processes.ts";
import { type Frames, framesOf } from "./support/trace.ts";

/**
 * The leads table with 100,000 leads: how long a page takes by every order, first and last and between; and in a real Chromium when the first rows are on screen, how soon a search is
 * answered, and the longest frame while the list scrolls, read from the browser's own trace. `bun bench/leadsTable.ts
 * [LEADS]`.
 */
const count = Number(process.argv[2] ?? 100_000);
const searches = ["lovelace", "zoe 99", "first4242", "nobody at all", "müller", "@example", "+43 77"];
const firstRow = ".lead-grid tbody tr:not([aria-busy='true']) th";

const folder = temporaryFolder();
const server = await startServer({
  AMPLIFY_DATA: folder.path,
  AMPLIFY_PLANS: "off",
  AMPLIFY_RATE_LIMITS: "off",
});
const browser = await openChromium();
try {
  const { importMs, client } = await benchLeads(server.line, count);
  console.log(`${count} leads, imported in ${(importMs / 1000).toFixed(1)} s, Chromium ${browser.version()}`);
  await paging(client);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page);
  await opening(page);
  await searching(page);
  await scrolling(page);
} finally {
  await browser.close();
  await end(server.process);
  folder.remove();
}

function print(what: string, text: string): void {
  console.log(`${what.padEnd(44)} ${text}`);
}

/** The middle is the worst: a page near either end is walked to from there. */
async function paging(client: Client): Promise<void> {
  const pageSize = 50;
  for (const sort of leadSortKeys) {
    const times: number[] = [];
    for (const share of [0, 0.25, 0.5, 1])
      for (let turn = 0; turn < 5; turn += 1) {
        const page = Math.max(1, Math.floor((count / pageSize) * share));
        const startedAt = performance.now();
        await client("GET /amplify/leads", { query: { sort, page, pageSize } });
        times.push(performance.now() - startedAt);
      }
    const byTime = times.toSorted((a, b) => a - b);
    const [median, slowest] = [byTime[Math.floor(byTime.length / 2)] ?? 0, byTime.at(-1) ?? 0];
    print(
      `  a page by ${sort}, over HTTP`,
      `${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} (under 5)`,
    );
  }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.line}/login`);
  await page.getByLabel("Email").fill(benchPerson.email);
  await page.getByLabel("Password", { exact: true }).fill(benchPerson.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/app*");
  await page.locator(".loader").waitFor({ state: "detached" });
}

/** The full-screen loader stands for a second by the specification; the rows are there behind it. */
async function opening(page: Page): Promise<void> {
  await page.addInitScript((selector) => {
    const seen = window as unknown as { rowsAt?: number; clearAt?: number };
    new MutationObserver(() => {
      if (document.querySelector(selector)) seen.rowsAt ??= performance.now();
      const loader = document.querySelector(".loader");
      if (seen.rowsAt !== undefined && loader === null) seen.clearAt ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  }, firstRow);
  await page.reload();
  await page.locator(".loader").waitFor({ state: "detached" });
  await page.locator(firstRow).first().waitFor();
  const times = await page.evaluate(() => {
    const seen = window as unknown as { rowsAt: number; clearAt: number };
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const readyAt = navigation?.domContentLoadedEventEnd ?? 0;
    return { rows: seen.rowsAt - readyAt, clear: seen.clearAt - readyAt, ready: readyAt };
  });
  print("page ready after", `${times.ready.toFixed(0)} ms`);
  print("first rows after the page is ready", `${times.rows.toFixed(0)} ms (under 1000)`);
  print("the loader's second is over after", `${times.clear.toFixed(0)} ms`);
}

async function searching(page: Page): Promise<void> {
  const field = page.getByLabel("Search leads");
  const answers: number[] = [];
  for (const text of [...searches, ""]) {
    const asked = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === "/amplify/leads" && (searchParams.get("search") ?? "") === text;
    });
    await field.fill(text);
    const request = (await asked).request();
    await (await asked).finished();
    const { requestStart, responseEnd } = request.timing();
    answers.push(responseEnd - requestStart);
    print(`  search "${text}"`, `${(responseEnd - requestStart).toFixed(0)} ms`);
  }
  print("the slowest search was answered in", `${Math.max(...answers).toFixed(0)} ms (under 100)`);
}

async function scrolling(page: Page): Promise<void> {
  await page.locator(firstRow).first().hover();
  const wheel = await traced(page, async () => {
    for (let step = 0; step < 300; step += 1) await page.mouse.wheel(0, step < 200 ? 400 : -250);
  });
  print("frames drawn while the wheel turned", String(wheel.count));
  print("median between two frames", `${wheel.medianMs.toFixed(1)} ms`);
  print("99 of 100 came within", `${wheel.p99Ms.toFixed(1)} ms`);
  print("the longest", `${wheel.longestMs.toFixed(1)} ms (under 50)`);
  print("longest task of the page's main thread", taskText(wheel));

  const scroller = page.locator(".lead-grid");
  const jumps = await traced(page, async () => {
    for (const share of [0.5, 0.9, 0.1, 0.7]) {
      await scroller.evaluate((element, at) => {
        element.scrollTop = element.scrollHeight * at;
      }, share);
      await page.locator("tbody [aria-busy='true']").first().waitFor({ state: "detached" });
    }
  });
  print("longest task while jumping far", taskText(jumps));
}

function taskText({ longestTaskMs, longestBusyMs }: Frames): string {
  return `${longestTaskMs.toFixed(1)} ms, ${longestBusyMs.toFixed(1)} ms of them at work (under 50)`;
}

async function traced(page: Page, work: () => Promise<void>): Promise<Frames> {
  await browser.startTracing(page, {
    categories: [
      "devtools.timeline",
      "disabled-by-default-devtools.timeline",
      "disabled-by-default-devtools.timeline.frame",
    ],
  });
  await work();
  return framesOf(await browser.stopTracing());
}
