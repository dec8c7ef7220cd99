import { databaseLimits } from "../../contract/limits/database.ts";
import { importLimits } from "../../contract/limits/imports.ts";

/**
 * Whose turn it is to write, among the threads of one process. SQLite's own lock makes the loser wait blindly and
 * without letting its thread do anything else; here those who answer people and those who send wait while they do
 * something else, each in turn, and a thread in the background lets them go first. Other processes are still kept apart by
 * SQLite's lock alone, and have no part in this memory: one that dies leaves no turn taken and nobody waiting.
 */
export type WriteTurns = ReturnType<typeof createWriteTurns>;

/** A thread for whose writes somebody waits. */
export type Writer = "server" | "sender";

const free = 0;
const marks = { server: 1, sender: 3 } as const satisfies Record<Writer, number>;
const background = 2;
/** Who writes, who wrote last of those who take turns, and how many wait on each side. */
const holderCell = 0;
const lastCell = 1;
const waitingCells = { server: 2, sender: 3 } as const satisfies Record<Writer, number>;
const others = { server: "sender", sender: "server" } as const satisfies Record<Writer, Writer>;

type Options = {
  /** Which of the threads this one is. */
  as?: Writer;
  /** How long a thread in the background lets those go first who wait already. */
  yieldMs?: number;
};

export function createWriteTurns(
  shared: SharedArrayBuffer = new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT),
  { as = "server", yieldMs = importLimits.yieldMs }: Options = {},
) {
  const cells = new Int32Array(shared);
  const ownWaiting = waitingCells[as];
  const waitingCount = () =>
    Atomics.load(cells, waitingCells.server) + Atomics.load(cells, waitingCells.sender);
  const take = (mark: number) => Atomics.compareExchange(cells, holderCell, free, mark) === free;

  function takeOwn(): boolean {
    if (!take(marks[as])) return false;
    Atomics.store(cells, lastCell, marks[as]);
    return true;
  }

  /** Whoever wrote last lets the other side go first where that waits, or it would never have its turn. */
  function isOthersTurn(): boolean {
    return Atomics.load(cells, lastCell) === marks[as] && Atomics.load(cells, waitingCells[others[as]]) > 0;
  }

  function giveBack(mark: number): void {
    if (Atomics.compareExchange(cells, holderCell, mark, free) === mark) Atomics.notify(cells, holderCell);
  }

  return {
    shared,

    /** For work that somebody waits for: true at once where nobody writes, or is next to. */
    tryTake: () => !isOthersTurn() && takeOwn(),

    /** Waits for its turn while this thread goes on serving; false when it did not come in time. */
    async take(withinMs: number): Promise<boolean> {
      const from = performance.now();
      Atomics.add(cells, ownWaiting, 1);
      try {
        for (;;) {
          // For a while only: the other thread may be busy with something else, or gone.
          const isPolite = performance.now() - from < databaseLimits.turnMs && isOthersTurn();
          if (!isPolite && takeOwn()) return true;
          if (performance.now() - from > withinMs) return false;
          await untilChanged(cells, isPolite);
        }
      } finally {
        // Only now, with the turn taken: a thread in the background holds back as long as somebody waits.
        Atomics.sub(cells, ownWaiting, 1);
        Atomics.notify(cells, ownWaiting);
      }
    },

    /** For work in the background: stops this thread until it may write. Those who wait already go first, for a while. */
    takeInBackground(): void {
      const until = performance.now() + yieldMs;
      for (;;) {
        if (waitingCount() > 0 && performance.now() < until) {
          const side =
            Atomics.load(cells, waitingCells.server) > 0 ? waitingCells.server : waitingCells.sender;
          Atomics.wait(cells, side, Atomics.load(cells, side), 1);
          continue;
        }
        if (take(background)) return;
        const holder = Atomics.load(cells, holderCell);
        if (holder !== free) Atomics.wait(cells, holderCell, holder, databaseLimits.busyTryMs);
      }
    },

    /** Whether somebody waits for a turn in the foreground. */
    isAwaited: () => waitingCount() > 0,

    release(): void {
      Atomics.store(cells, holderCell, free);
      Atomics.notify(cells, holderCell);
    },

    /** Takes the turn back from a thread that ended in the middle of it. */
    releaseBackground: () => giveBack(background),

    /** The same of the thread that sends; nothing of it waits any more either. */
    releaseSender(): void {
      Atomics.store(cells, waitingCells.sender, 0);
      giveBack(marks.sender);
    },
  };
}

/** Resolves when another thread may have given its turn back, or, for whoever lets it go first, had one. */
async function untilChanged(cells: Int32Array, isPolite: boolean): Promise<void> {
  const holder = Atomics.load(cells, holderCell);
  if (holder === free && !isPolite) return;
  const waitMs = holder === free ? 1 : databaseLimits.busyRetryEveryMs;
  await Atomics.waitAsync(cells, holderCell, holder, waitMs).value;
}
