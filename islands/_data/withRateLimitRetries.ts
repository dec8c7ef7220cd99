import { Refusal } from "../../contract/errors.ts";
import { screenLimits } from "../../contract/limits/screen.ts";

const { rateRestMs, rateTries } = screenLimits;

/** The server asked not to be called before this time. Every call that goes through here waits for it. */
let restUntil = 0;

/**
 * Makes a call. If the server answers that there are too many (429), waits as long as it says and calls again, so that
 * nobody sees a refusal that passes by itself.
 * @throws whatever else the call throws, and AbortError once the signal is aborted.
 */
export async function withRateLimitRetries<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    await until(restUntil, signal);
    try {
      return await call();
    } catch (error) {
      const isPassing = error instanceof Refusal && error.code === "rate_limited";
      if (!isPassing || tries >= rateTries) throw error;
      restUntil = Math.max(restUntil, Date.now() + (error.retryAfterMs ?? rateRestMs));
    }
  }
}

function until(time: number, signal: AbortSignal | undefined): Promise<void> {
  const waitMs = time - Date.now();
  if (waitMs <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, waitMs);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("Nobody waits any more", "AbortError"));
    });
  });
}
