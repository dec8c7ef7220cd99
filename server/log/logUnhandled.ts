import type { Log } from "./log.ts";

/**
 * Writes down what nobody caught. A promise that nobody waits for fails by itself: what it had begun is not written, and
 * the server goes on. After a thrown error nothing is known of what it has left half done, so the process ends, and
 * its next start looks the ledger over.
 */
export function logUnhandled(log: Log): void {
  process.on("unhandledRejection", (error) =>
    log.error("Something failed that nobody waited for", { error }),
  );
  process.on("uncaughtException", (error) => {
    log.error("Something failed that nobody caught, so the server ends", { error });
    process.exit(1);
  });
}
