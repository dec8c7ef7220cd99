/** Something to be run to its end, in a place of its own. */
export type Work = {
  /** Whether it leaves the processors idle for most of its time. */
  isWaiting: boolean;
  /** Whether what it needs is there: it is asked whenever a place is free. */
  isReady(): boolean;
  run(): Promise<void>;
};

type Options = {
  /** How many work at once, and how many that wait beside them. */
  working: number;
  waiting: number;
  /** How many more may be under way while processors stand idle. */
  extra: number;
  /** Whether one stands idle, since it was last asked. */
  isIdle(): boolean;
  /** Waits for the next look at the processors, and at what was not ready. */
  pause(): Promise<void>;
};

type Place = "working" | "waiting" | "extra";

/**
 * Runs all of it, in its order as far as each is ready. Who has nothing of its own kind left takes of the other, and
 * where processors stand idle all the same another begins: what waits for a clock, a disk or a screen leaves them idle
 * at moments that nobody knows ahead.
 */
export async function runParts(works: readonly Work[], options: Options): Promise<void> {
  const left = [...works];
  const taken = { working: 0, waiting: 0, extra: 0 };
  const running = new Set<Promise<void>>();

  function begin(place: Place): boolean {
    const ready = left.filter((work) => work.isReady());
    const isWaiting = place !== "working";
    const work = ready.find((one) => one.isWaiting === isWaiting) ?? ready[0];
    if (work === undefined) return false;
    left.splice(left.indexOf(work), 1);
    taken[place] += 1;
    const done = work.run().finally(() => {
      taken[place] -= 1;
      running.delete(done);
    });
    running.add(done);
    return true;
  }

  let pause = options.pause();
  while (left.length > 0 || running.size > 0) {
    while (taken.working < options.working && begin("working"));
    while (taken.waiting < options.waiting && begin("waiting"));
    const isPauseOver = await Promise.race([
      pause.then(() => true),
      ...[...running].map((one) => one.then(() => false)),
    ]);
    if (!isPauseOver) continue;
    pause = options.pause();
    if (options.isIdle() && taken.extra < options.extra) begin("extra");
  }
}
