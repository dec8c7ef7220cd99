import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { withoutPauses } from "./withoutPauses.ts";

export type KeptPage = { page: Page; context: BrowserContext };

/** What a page is given anew for each test; the rest of a context's options is fixed when it is made. */
const emulated = ["viewport", "colorScheme", "reducedMotion", "forcedColors"] as const;

type Held = KeptPage & {
  key: string;
  server: string;
  isSpent: boolean;
  protocol: CDPSession;
  /** Windows that it opened, and every origin that one of them was at. */
  others: Set<Page>;
  origins: Set<string>;
};

/** Pages that rest between two tests, and those that a test has. */
const resting: Held[] = [];
const held = new Map<BrowserContext, Held>();

/** More of a kind at once are rarely open. */
const restingAtMost = 2;

/** What tests listen to; whoever waits for the page's end is playwright itself. */
const heard = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "frameattached",
  "framedetached",
  "framenavigated",
  "domcontentloaded",
  "load",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
  "worker",
] as const;

/**
 * A page that nobody has used, or one that an earlier test gave back and that has been put back as it was. A page that
 * goes on has its process, what it fetched and what it compiled: the workspace opens for half the processor time.
 */
export async function takePage(
  browser: Browser,
  { server, options }: { server: string; options: BrowserContextOptions },
): Promise<KeptPage> {
  const fixed = { ...options };
  for (const name of emulated) delete fixed[name];
  const key = JSON.stringify(fixed);
  const taken = takeResting(browser, key) ?? (await makePage(browser, { key, server, options: fixed }));
  taken.server = server;
  // What it stored elsewhere would not be found again.
  taken.page.on("framenavigated", (frame) => {
    if (/^https?:/.test(frame.url()) && !frame.url().startsWith(`${server}/`)) taken.isSpent = true;
  });
  held.set(taken.context, taken);
  await emulate(taken.page, options);
  return { page: taken.page, context: taken.context };
}

/** Gives a page back after its test. What cannot be put back is closed. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const entry = held.get(context);
  held.delete(context);
  if (entry === undefined || entry.page.isClosed()) return context.close();
  const alike = resting.filter(({ key }) => key === entry.key);
  const mayStay = !entry.isSpent && alike.length < restingAtMost;
  const isKept = mayStay && (await isPutBack(entry)) && !entry.isSpent;
  if (isKept) resting.push(entry);
  else await context.close();
}

/** Whether a context rests, so that who closes what a file has opened leaves it alone. */
export function isResting(context: BrowserContext): boolean {
  return resting.some((entry) => entry.context === context);
}

function takeResting(browser: Browser, wanted: string): Held | undefined {
  const place = resting.findLastIndex(
    ({ key, page, context }) => key === wanted && !page.isClosed() && context.browser() === browser,
  );
  return place < 0 ? undefined : resting.splice(place, 1)[0];
}

async function makePage(
  browser: Browser,
  { key, server, options }: { key: string; server: string; options: BrowserContextOptions },
): Promise<Held> {
  const context = await browser.newContext(options);
  await withoutPauses(context);
  const page = await context.newPage();
  const protocol = await context.newCDPSession(page);
  const made: Held = {
    page,
    context,
    key,
    server,
    protocol,
    isSpent: false,
    others: new Set(),
    origins: new Set(),
  };
  const spend = () => {
    made.isSpent = true;
  };
  context.on("page", (other) => follow(other, made));
  // A script that goes before each document, a name that it can call, a clock or a protocol session stay for good.
  spendBy(page, spend, ["addInitScript", "exposeBinding", "exposeFunction", "routeWebSocket"]);
  spendBy(page, spend, ["setDefaultTimeout", "setDefaultNavigationTimeout", "setExtraHTTPHeaders"]);
  spendBy(context, spend, ["addInitScript", "exposeBinding", "exposeFunction", "routeWebSocket", "route"]);
  spendBy(context, spend, ["newCDPSession", "setOffline", "setGeolocation", "setExtraHTTPHeaders"]);
  spendBy(context, spend, ["grantPermissions", "setDefaultTimeout", "setDefaultNavigationTimeout", "on"]);
  spendBy(page.clock, spend, ["install", "setFixedTime", "setSystemTime"]);
  return made;
}

/** A window shares what is stored; where it was is noted, so that what it left there can be cleared once it is gone. */
function follow(other: Page, { others, origins }: Held): void {
  others.add(other);
  const note = (address: string) => {
    if (/^https?:/.test(address)) origins.add(new URL(address).origin);
  };
  note(other.url());
  other.on("framenavigated", (frame) => note(frame.url()));
}

/** Calls of these say so, and do what they always do. */
function spendBy<Of extends object>(of: Of, spend: () => void, names: readonly (keyof Of)[]): void {
  for (const name of names) {
    const does = of[name] as (...given: unknown[]) => unknown;
    Object.assign(of, {
      [name]: (...given: unknown[]) => {
        spend();
        return does.apply(of, given);
      },
    });
  }
}

/** Leaves what the test was at, and makes the page forget it; false where it went elsewhere or will not. */
async function isPutBack({ page, context, server, protocol, others, origins }: Held): Promise<boolean> {
  try {
    if (!page.url().startsWith(`${server}/`)) return false;
    for (const event of heard) page.removeAllListeners(event as "console");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // A page of the same server, so that the process stays; it has no script.
    await page.goto(`${server}/static/none`, { timeout: 5_000 });
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = "";
    });
    await page.mouse.move(0, 0);
    for (const origin of new Set([server, ...origins]))
      await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    origins.clear();
    await protocol.send("Page.resetNavigationHistory");
    await context.clearCookies();
    // One that was opened at the last moment is told of meanwhile.
    const areGone = [...others].every((other) => other.isClosed());
    others.clear();
    return areGone;
  } catch {
    return false;
  }
}

/** Nothing moves unless a test asks for it: a browser without a graphics card draws every frame of a motion by the processor. */
async function emulate(page: Page, wanted: BrowserContextOptions): Promise<void> {
  await page.setViewportSize(wanted.viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({
    media: null,
    colorScheme: wanted.colorScheme ?? "light",
    reducedMotion: wanted.reducedMotion ?? "reduce",
    forcedColors: wanted.forcedColors ?? "none",
  });
}
