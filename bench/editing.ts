import type { Page } from "playwright-core";
import { version as reactVersion } from "react";
import { createClient } from "../contract/client.ts";
import { openChromium } from "../tests/support/browser/chromium.ts";
import { frameWork, type Spread, spreadOf } from "./support/frameWork.ts";
import { longDesign } from "./support/longDesign.ts";
import { end, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * The e-mail editor with a design of 500 blocks in 100 rows, in a real Chromium: typing, dragging, selecting, a new
 * colour, undo. For each, what the main thread worked per frame and how far apart frames came. 60 frames a second
 * leave 16.7 ms. `bun bench/editing.ts [ROWS]`.
 */
const rows = Number(process.argv[2] ?? 100);
const person = { email: "bench@example.com", password: "Bench-Horse-7" };
const folder = temporaryFolder();
const server = await startServer({ AMPLIFY_DATA: folder.path, AMPLIFY_RATE_LIMITS: "off" });
const browser = await openChromium();
try {
  console.log(`${rows * 5} blocks in ${rows} rows, Chromium ${browser.version()}, React ${reactVersion}`);
  console.log("milliseconds: p50 / p95 / longest; work is the main thread's processor time per frame");
  const page = await openEditor();
  await measure(page, "typing in a text", () => typing(page));
  await measure(page, "dragging a block over the canvas", () => dragging(page));
  await measure(page, "selecting block after block", () => selecting(page));
  await measure(page, "a new colour in the settings", () => colouring(page));
  await measure(page, "undo and redo", () => undoing(page));
  await measure(page, "scrolling from end to end", () => scrolling(page));
} finally {
  await browser.close();
  await end(server.process);
  folder.remove();
}

async function openEditor(): Promise<Page> {
  const visitor = createClient({ base: server.line });
  await visitor("POST /amplify/auth/signup", { body: { firstName: "Bench", lastName: "Runner", ...person } });
  const { token } = await visitor("POST /amplify/auth/login", {
    body: { username: person.email, password: person.password },
  });
  const client = createClient({ base: server.line, token });
  await client("POST /templates", { body: { name: "Long", design: longDesign(rows), html: "<p></p>" } });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.line}/login`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/app*");
  await page.goto(`${server.line}/app#design`);
  await page.locator(".loader").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Long", exact: true }).click();
  await page.locator(".block").nth(20).waitFor();
  return page;
}

async function typing(page: Page): Promise<void> {
  await page.locator(".block").nth(1).press("Enter");
  await page.locator(".ProseMirror").waitFor();
  for (let count = 0; count < 120; count += 1) await key(page, count % 6 === 5 ? "Space" : "e");
  await page.keyboard.press("Escape");
}

async function dragging(page: Page): Promise<void> {
  const box = await page.locator(".block").nth(0).boundingBox();
  const area = await page.locator(".editor-canvas").boundingBox();
  if (box === null || area === null) throw new Error("nothing is drawn");
  const x = box.x + 60;
  await page.mouse.move(x, box.y + 10);
  await page.mouse.down();
  for (let turn = 0; turn < 3; turn += 1) {
    for (let y = 60; y < area.height - 60; y += 6) await page.mouse.move(x, area.y + y);
    for (let y = area.height - 60; y > 60; y -= 6) await page.mouse.move(x, area.y + y);
  }
  await page.mouse.up();
}

async function selecting(page: Page): Promise<void> {
  await page.locator(".block").first().focus();
  for (let step = 0; step < 60; step += 1) await key(page, "Tab");
}

async function colouring(page: Page): Promise<void> {
  await page.locator('.block[aria-label^="heading"]').first().focus();
  await page.getByLabel("Text colour", { exact: true }).fill("#0000ff");
  for (let step = 0; step < 60; step += 1) await key(page, step % 2 === 0 ? "Backspace" : "f");
}

async function undoing(page: Page): Promise<void> {
  // Each of these is a step of its own.
  await page.locator(".block").first().focus();
  for (const press of ["Alt+ArrowDown", "Control+z", "Control+Shift+z"])
    for (let step = 0; step < 20; step += 1) await key(page, press);
}

/** One key a frame: nobody types faster than that, and a frame with two of them says nothing about one. */
async function key(page: Page, name: string): Promise<void> {
  await page.keyboard.press(name);
  await Bun.sleep(20);
}

async function scrolling(page: Page): Promise<void> {
  await page.locator(".editor-canvas").hover();
  for (let step = 0; step < 120; step += 1) await page.mouse.wheel(0, step < 80 ? 300 : -300);
}

async function measure(page: Page, what: string, work: () => Promise<void>): Promise<void> {
  const categories = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "devtools.timeline.frame",
  ];
  await browser.startTracing(page, { categories });
  await page.evaluate(watchFrames);
  await work();
  const gaps = await page.evaluate(() => (window as unknown as { framesSeen: () => number[] }).framesSeen());
  const traced = frameWork(await browser.stopTracing());
  const show = ({ p50, p95, max }: Spread) =>
    [p50, p95, max].map((ms) => ms.toFixed(1).padStart(6)).join(" /");
  console.log(
    `${what.padEnd(34)} work ${show(traced.work)}   task ${show(traced.task)}   frame ${show(spreadOf(gaps))}`,
  );
}

/** Runs in the page: notes how far apart its frames come. */
function watchFrames(): void {
  const gaps: number[] = [];
  let last = performance.now();
  let running = true;
  const look = (now: number) => {
    gaps.push(now - last);
    last = now;
    if (running) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(window, {
    framesSeen: () => {
      running = false;
      return gaps;
    },
  });
}
