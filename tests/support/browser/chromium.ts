import { type Browser, chromium } from "playwright-core";

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
    ],
  });
}
