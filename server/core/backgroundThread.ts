import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** As nice(1) counts: where processors are short, a thread with this has a third of what one without it has. */
const niceness = 5;

/**
 * Lets those who answer people go first, for the thread that calls it: what it does takes the processors that nobody else
 * wants, and less of them where they are short. On Linux, where each thread has a niceness of its own (sched(7)); elsewhere it would be
 * the whole process's, and nothing happens.
 */
export function becomeBackgroundThread(): void {
  if (process.platform !== "linux") return;
  try {
    // The id of the thread that reads it (proc(5)).
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), niceness);
  } catch {
    // Without /proc, or where a container forbids it, all threads remain alike.
  }
}
