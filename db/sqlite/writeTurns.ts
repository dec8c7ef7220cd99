import { databaseLimits } from "../../contract/limits/database.ts";
import { importLimits } from "../../contract/limits/imports.ts";

/**
 * Whose turn it is to write, among the threads of one process. SQLite's own lock makes the loser wait blindly and
 * without letting its thread do anything else; here the server's thread waits while it serves, and a thread in the
 * background lets it go first. Other processes are still kept apart by SQLite's lock alone, and have no part in this
 * memory: one that dies leaves no turn taken and nobody waiting.
 */
export type WriteTurns = ReturnType<typeof createWriteTurns>;

const holderCell = 0;
const waitingCell = 1;
const free = 0;
const foreground = 1;
const background = 2;

/** `yieldMs` is how long a thread in the background lets those go first who wait already. */
export function createWriteTurns(
  shared: SharedArrayBuffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT),
  { yieldMs }: { yieldMs: number } = importLimits,
) {
  const cells = new Int32Array(shared);
  const take = (who: number) => Atomics.compareExchange(cells, holderCell, free, who) === free;

  return {
    shared,

    /** For work that somebody waits for: true at once where nobody writes. */
    tryTake: () => take(foreground),

    /** Waits for its turn while this thread goes on serving; false when it did not come in time. */
    async take(withinMs: number): Promise<boolean> {
      const until = performance.now() + withinMs;
      Atomics.add(cells, waitingCell, 1);
      try {
        for (;;) {
          if (take(foreground)) return true;
          if (performance.now() > until) return false;
          await untilChanged(cells);
        }
      } finally {
        // Only now, with the turn taken: a thread in the background holds back as long as somebody waits.
        Atomics.sub(cells, waitingCell, 1);
        Atomics.notify(cells, waitingCell);
      }
    },

    /** For work in the background: stops this thread until it may write. Those who wait already go first, for a while. */
    takeInBackground(): void {
      const until = performance.now() + yieldMs;
      for (;;) {
        const waiting = Atomics.load(cells, waitingCell);
        if (waiting > 0 && performance.now() < until) {
          Atomics.wait(cells, waitingCell, waiting, 1);
          continue;
        }
        if (take(background)) return;
        Atomics.wait(cells, holderCell, foreground, databaseLimits.busyTryMs);
      }
    },

    release(): void {
      Atomics.store(cells, holderCell, free);
      Atomics.notify(cells, holderCell);
    },

    /** Takes the turn back from a thread that ended in the middle of it. */
    releaseBackground(): void {
      if (Atomics.compareExchange(cells, holderCell, background, free) === background)
        Atomics.notify(cells, holderCell);
    },
  };
}

/** Resolves when another thread may have given its turn back. */
async function untilChanged(cells: Int32Array): Promise<void> {
  const holder = Atomics.load(cells, holderCell);
  if (holder === free) return;
  await Atomics.waitAsync(cells, holderCell, holder, databaseLimits.busyRetryEveryMs).value;
}
