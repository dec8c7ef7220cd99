import type { BrowserContext, Page } from "playwright-core";
import { openChromium } from "../tests/support/browser/chromium.ts";
import { benchLeads } from "./support/benchLeads.ts";
import { end, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * When the workspace is there and answers: `/app` opened with nothing cached and with everything, at this machine's
 * speed and at a quarter of it, with 1,000 and 100,000 leads; medians of five. Each press is made as soon as the
 * loader has gone, and is answered when the frame that shows its answer is drawn. The loader itself stands for two
 * looks, 500 ms apart, by the specification. `bun bench/workspaceTimes.ts [LEADS ...]`.
 */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 100_000];
const turns = 5;
const longMs = 50;
const firstRow = ".lead-grid tbody tr:not([aria-busy='true']) th";

const units = {
  "first paint": "ms",
  "first rows": "ms",
  "the loader has gone": "ms",
  "Add Lead answers after": "ms",
  "the Campaigns tab answers after": "ms",
  "the longest task until then": "ms",
  "blocked from paint to the loader's end": "ms",
  "blocked after it": "ms",
  "requests until the rows": "",
  "fetched until the rows": "kB",
} as const;
type Opening = Record<string, number>;

type Seen = { rowsAt?: number; clearAt?: number; pressedAt?: number; answeredAt?: number; long: LongTask[] };
type LongTask = { startTime: number; duration: number };

const browser = await openChromium();
console.log(`Bun ${Bun.version}, Chromium ${browser.version()}`);
try {
  for (const size of sizes) await measured(size);
} finally {
  await browser.close();
}

async function measured(leads: number): Promise<void> {
  const folder = temporaryFolder();
  const server = await startServer({
    AMPLIFY_DATA: folder.path,
    AMPLIFY_PLANS: "off",
    AMPLIFY_RATE_LIMITS: "off",
  });
  try {
    const { token } = await benchLeads(server.line, leads);
    for (const slowdown of [1, 4]) {
      console.log(
        `\n${leads.toLocaleString("en")} leads, processor ${slowdown === 1 ? "as it is" : `${slowdown} times slower`}`,
      );
      const cold: Opening[] = [];
      const warm: Opening[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        await context.addCookies([{ name: "amplify", value: token, url: server.line }]);
        cold.push(await opened(context, { url: server.line, slowdown }));
        warm.push(await opened(context, { url: server.line, slowdown }));
        await context.close();
      }
      print("", ["cold", "warm"]);
      for (const [name, unit] of Object.entries(units))
        print(
          name,
          [cold, warm].map((openings) =>
            `${median(openings.map((one) => one[name] ?? 0)).toFixed(unit === "kB" ? 1 : 0)} ${unit}`.trim(),
          ),
        );
    }
  } finally {
    await end(server.process);
    folder.remove();
  }
}

function print(name: string, values: string[]): void {
  console.log(`  ${name.padEnd(40)} ${values.map((value) => value.padStart(10)).join("")}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function opened(
  context: BrowserContext,
  { url, slowdown }: { url: string; slowdown: number },
): Promise<Opening> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(watch, firstRow);
  await page.goto(`${url}/app#leads`);
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.clearAt !== undefined);
  const addLead = await pressed(page, "Add Lead", "dialog[open] form");
  await page.keyboard.press("Escape");
  const campaigns = await pressed(page, "Campaigns", "#panel-campaigns .panel-head");
  const figures = await page.evaluate(readSeen, longMs);
  await page.close();
  return { ...figures, "Add Lead answers after": addLead, "the Campaigns tab answers after": campaigns };
}

/** Milliseconds from a press, as the browser heard of it, to the frame that shows its answer. */
async function pressed(page: Page, name: string, answer: string): Promise<number> {
  await page.evaluate(async (selector) => {
    const { seen } = window as unknown as { seen: Seen };
    delete seen.answeredAt;
    addEventListener(
      "click",
      ({ timeStamp }) => {
        seen.pressedAt = timeStamp;
      },
      {
        capture: true,
        once: true,
      },
    );
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else
        requestAnimationFrame(() => {
          seen.answeredAt = performance.now();
        });
    };
    look();
  }, answer);
  await page.getByRole(name === "Campaigns" ? "tab" : "button", { name, exact: true }).click({ force: true });
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.answeredAt !== undefined);
  return page.evaluate(() => {
    const { pressedAt = 0, answeredAt = 0 } = (window as unknown as { seen: Seen }).seen;
    return answeredAt - pressedAt;
  });
}

/** Runs in the page before anything of it. */
function watch(firstRow: string): void {
  const seen: Seen = { long: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.long.push({ startTime, duration });
  }).observe({ type: "longtask", buffered: true });
  new MutationObserver(() => {
    if (document.querySelector(firstRow) !== null) seen.rowsAt ??= performance.now();
    if (seen.rowsAt !== undefined && document.querySelector(".loader") === null)
      seen.clearAt ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page. */
function readSeen(longMs: number): Record<string, number> {
  const { rowsAt = 0, clearAt = 0, long } = (window as unknown as { seen: Seen }).seen;
  const paintAt = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const fetched = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
    ({ startTime }) => startTime <= rowsAt,
  );
  const blocked = (from: number, to: number) =>
    long
      .filter(({ startTime }) => startTime >= from && startTime < to)
      .reduce((sum, { duration }) => sum + duration - longMs, 0);
  return {
    "first paint": paintAt,
    "first rows": rowsAt,
    "the loader has gone": clearAt,
    "the longest task until then": Math.max(
      0,
      ...long.filter(({ startTime }) => startTime < clearAt).map(({ duration }) => duration),
    ),
    "blocked from paint to the loader's end": blocked(paintAt, clearAt),
    "blocked after it": blocked(clearAt, Number.POSITIVE_INFINITY),
    "requests until the rows": fetched.length,
    "fetched until the rows": fetched.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
  };
}
