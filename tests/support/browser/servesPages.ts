import { afterAll, afterEach, beforeAll, setDefaultTimeout } from "bun:test";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { startTestServer, type TestPerson, type TestServer } from "../server/testServer.ts";
import { sharedChromium } from "./chromium.ts";

/** `as` is who is signed in; with `path` that page is gone to, and a workspace has been loaded. */
export type VisitOptions = BrowserContextOptions & { as?: TestPerson; path?: string };

/** What the browser complains about (the CSP, hydration, scripts) is kept. */
export type Visit = { page: Page; context: BrowserContext; complaints: string[] };

export type Pages = {
  readonly server: TestServer;
  /** A page in a context of its own, which closes after the test. */
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
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(async () => {
    await server.close();
  });

  return {
    get server() {
      return server;
    },

    async open({ as, path, ...options } = {}) {
      const context = await browser.newContext(options);
      contexts.push(context);
      await withoutLoaderPause(context);
      await context.addInitScript(hastenSends);
      if (as) {
        const [name = "", value = ""] = as.cookie.split(/=(.*)/s);
        await context.addCookies([{ name, value, url: server.url }]);
      }
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      if (path !== undefined) {
        await page.goto(server.url + path);
        await page.locator(".loader").waitFor({ state: "detached" });
      }
      return { page, context, complaints };
    },
  };
}

/** For whoever opens contexts of their own; `open` has it. */
export async function withoutLoaderPause(context: BrowserContext): Promise<void> {
  await context.addInitScript(hastenLoader, screenLimits.loaderTickMs);
}

/**
 * Runs in the page: the loading overlay looks twice before it goes, a second in which no test does anything and a
 * browser without a graphics card draws every frame of it. How often it looks is asked where specifications are.
 */
function hastenLoader(tickMs: number): void {
  const every = window.setInterval.bind(window);
  const hastened = (run: () => void, pauseMs?: number) => every(run, pauseMs === tickMs ? 20 : pauseMs);
  Object.assign(window, { setInterval: hastened });
}

/**
 * Runs in the page: what is sent from a dialog can be taken back for ten seconds, in which no test does anything. That
 * the dialog asks for ten is asked where islands are, and what the server does in them with its contract.
 */
function hastenSends(): void {
  const real = window.fetch.bind(window);
  const hastened = (input: string | URL | Request, options: RequestInit = {}) => {
    const { body } = options;
    if (typeof body !== "string" || !body.includes('"undoSeconds":')) return real(input, options);
    return real(input, { ...options, body: body.replace(/"undoSeconds":\d+/, '"undoSeconds":1') });
  };
  Object.assign(window, { fetch: hastened });
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
