type Event = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number };

export type Spread = { p50: number; p95: number; max: number };

/**
 * How long a page's main thread worked for each frame, in milliseconds of its own processor time: on a machine that
 * is busy with other things, the clock would count their work too. `trace` is Chromium's, with the categories
 * `devtools.timeline` and `disabled-by-default-devtools.timeline`; idle frames are left out.
 */
export function frameWork(trace: Buffer): { work: Spread; task: Spread; frames: number } {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Event[] };
  const tasks = busiestThread(traceEvents.filter(({ name, ph }) => name === "RunTask" && ph === "X"));
  const [first] = tasks;
  const isOurs = ({ pid, tid }: Event) => pid === first?.pid && tid === first.tid;
  // A frame ends where the main thread hands it over to be drawn; what comes after belongs to the next.
  const ends = traceEvents
    .filter((event) => event.name === "Commit" && isOurs(event))
    .map(({ ts, dur = 0 }) => ts + dur)
    .sort((a, b) => a - b);
  const work = ends.map(() => 0);
  for (const task of tasks) {
    const at = ends.findIndex((endedAt) => task.ts < endedAt);
    if (at >= 0) work[at] = (work[at] ?? 0) + (task.tdur ?? 0) / 1000;
  }
  const busy = work.filter((ms) => ms > 0.5);
  return {
    work: spreadOf(busy),
    task: spreadOf(tasks.map(({ tdur = 0 }) => tdur / 1000).filter((ms) => ms > 0.5)),
    frames: busy.length,
  };
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 };
}

/** There is a main thread for each page, and a spare one; ours is the one that had the most to do. */
function busiestThread(tasks: readonly Event[]): Event[] {
  const groups = Map.groupBy(tasks, ({ pid, tid }) => `${pid} ${tid}`);
  const work = (group: readonly Event[]) => group.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
  return [...groups.values()].sort((a, b) => work(b) - work(a))[0] ?? [];
}
