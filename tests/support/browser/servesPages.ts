import { afterAll, afterEach, beforeAll, setDefaultTimeout } from "bun:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { startTestServer, type TestPerson, type TestServer } from "../server/testServer.ts";
import { sharedChromium } from "./chromium.ts";
import { giveBack, takePage } from "./kept/keptPages.ts";

/** `as` is who is signed in; with `path` that page is gone to, and a workspace has been loaded. */
export type VisitOptions = BrowserContextOptions & { as?: TestPerson; path?: string };

/** What the browser complains about (the CSP, hydration, scripts) is kept. */
export type Visit = { page: Page; context: BrowserContext; complaints: string[] };

export type Pages = {
  readonly server: TestServer;
  /** A page that knows nothing of what another test did, and that is taken away after the test. */
  open(options?: VisitOptions): Promise<Visit>;
};

/** A server with its islands for each file that calls this, and a real browser. */
export function servesPages(start = () => startTestServer({}, { islands: true })): Pages {
  // A browser shares the machine with the other tests.
  setDefaultTimeout(60_000);
  let browser: Browser;
  let server: TestServer;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), sharedChromium()]);
  }, 60_000);
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(giveBack));
  });
  afterAll(async () => {
    await server.close();
  });

  return {
    get server() {
      return server;
    },

    async open({ as, path, ...options } = {}) {
      const { page, context } = await takePage(browser, { server: server.url, options });
      contexts.push(context);
      if (as) {
        const [name = "", value = ""] = as.cookie.split(/=(.*)/s);
        await context.addCookies([{ name, value, url: server.url }]);
      }
      const complaints = complaintsOf(page);
      if (path !== undefined) {
        await page.goto(server.url + path);
        await page.locator(".loader").waitFor({ state: "detached" });
      }
      return { page, context, complaints };
    },
  };
}

/** A refused call is part of what is tried; the browser logs each as an error, and those are left out. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(message.text());
  });
  return complaints;
}
