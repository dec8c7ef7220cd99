import { type Browser, chromium } from "playwright-core";
import { isResting } from "./kept/keptPages.ts";

/** Opens the real browser that every browser test uses; `CHROMIUM_PATH` names another one. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Whatever a page asks of another host fails at once. Holding back each request by hand costs more than it does.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ],
  });
}

let shared: Promise<Browser> | undefined;

/**
 * One that all files of a process share, each in contexts of its own, which it closes (`closeContexts`). Nobody closes
 * the browser: it goes with the process.
 */
export async function sharedChromium(): Promise<Browser> {
  if ((await shared)?.isConnected() !== true) shared = openChromium();
  return shared as Promise<Browser>;
}

/** What a file opened of the browser that it shares. */
export async function closeContexts(browser: Browser): Promise<void> {
  const own = browser.contexts().filter((context) => !isResting(context));
  await Promise.all(own.map((context) => context.close()));
}
