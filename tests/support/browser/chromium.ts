import { type Browser, chromium } from "playwright-core";
import { isResting } from "./kept/keptPages.ts";

/** Opens the real browser that tests and benches use, with further arguments; `CHROMIUM_PATH` names another one. */
export function openChromium(further: readonly string[] = []): Promise<Browser> {
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
      ...further,
    ],
  });
}

/** A test's page is gone before its scripts have earned what compiling them for speed costs. */
const withoutOptimizing = ["--js-flags=--no-maglev --no-turbofan"];

let shared: Promise<Browser> | undefined;

/**
 * One that all files of a process share, each in contexts of its own, which it closes (`closeContexts`). Nobody closes
 * the browser: it goes with the process.
 */
export async function sharedChromium(): Promise<Browser> {
  if ((await shared)?.isConnected() !== true) shared = openChromium(withoutOptimizing);
  return shared as Promise<Browser>;
}

/** What a file opened of the browser that it shares. */
export async function closeContexts(browser: Browser): Promise<void> {
  const own = browser.contexts().filter((context) => !isResting(context));
  await Promise.all(own.map((context) => context.close()));
}
