import type { BrowserContext } from "playwright-core";
import { screenLimits } from "../../../../contract/limits/screen.ts";

/** Pages of it wait for nothing that no test is about. */
export async function withoutPauses(context: BrowserContext): Promise<void> {
  await withoutLoaderPause(context);
  await context.addInitScript(hastenSends);
}

/** The same for the loading overlay alone. */
async function withoutLoaderPause(context: BrowserContext): Promise<void> {
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
