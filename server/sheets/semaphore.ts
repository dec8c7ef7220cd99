import { sheetRefusals } from "./refusals.ts";

type Semaphore = { enter(signal: AbortSignal): Promise<void>; leave(): void };

/** Lets a few in at once and a few more wait in line; the next is refused. */
export function createSemaphore(bounds: { runningMax: number; waitingMax: number }): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (running < bounds.runningMax) {
        running += 1;
        return;
      }
      if (waiting.length >= bounds.waitingMax) throw sheetRefusals.busy();
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(admit), 1);
          reject(signal.reason);
        };
        const admit = () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(admit);
      });
    },
    // Whoever is next takes over the place of the one who leaves.
    leave() {
      const admit = waiting.shift();
      if (admit) admit();
      else running -= 1;
    },
  };
}
