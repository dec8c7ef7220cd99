import { afterAll, afterEach, beforeAll, setDefaultTimeout } from "bun:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { startTestServer, type TestPerson, type TestServer } from "../server/testServer.ts";
import { sharedChromium } from "./chromium.ts";
import { giveBack, takePage } from "./kept/keptPages.ts";

/** `as` is who is signed in; with `path` that page is gone to, and a workspace has been loaded. */
export type VisitOptions = BrowserContextOptions & { as?: TestPerson; path?: string };

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** What the browser complains about: the CSP, hydration, scripts. */
  complaints: string[];
  /** Gives the page back before the test ends, which else does it: for those that open one after the other. */
  close(): Promise<void>;
};

export type Pages<Server = TestServer> = {
  readonly server: Server;
  /** A page that knows nothing of what another test did, and that is taken away after the test. */
  open(options?: VisitOptions): Promise<Visit>;
};

type Serving = { url: string; close(): Promise<unknown> };

/** A server with its islands for each file that calls this, and a real browser. */
export function servesPages(): Pages;
export function servesPages<Server extends Serving>(start: () => Promise<Server>): Pages<Server>;
export function servesPages(
  start: () => Promise<Serving> = () => startTestServer({}, { islands: true }),
): Pages<Serving> {
  // A browser shares the machine with the other tests.
  setDefaultTimeout(60_000);
  let browser: Browser;
  let server: Serving;
  const contexts = new Set<BrowserContext>();
  beforeAll(async () => {
    [server, browser] = await Promise.all([start(), sharedChromium()]);
  }, 60_000);
  afterEach(async () => {
    await Promise.all([...contexts].map(giveBack));
    contexts.clear();
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
      contexts.add(context);
      if (as) {
        const [name = "", value = ""] = as.cookie.split(/=(.*)/s);
        await context.addCookies([{ name, value, url: server.url }]);
      }
      const complaints = complaintsOf(page);
      if (path !== undefined) {
        await page.goto(server.url + path);
        await page.locator(".loader").waitFor({ state: "detached" });
      }
      const close = async () => {
        contexts.delete(context);
        await giveBack(context);
      };
      return { page, context, complaints, close };
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
