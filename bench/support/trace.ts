type Event = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: unknown;
};

export type Frames = {
  count: number;
  medianMs: number;
  p99Ms: number;
  longestMs: number;
  longestTaskMs: number;
  longestBusyMs: number;
};

/**
 * What a trace of Chromium (the Trace Event Format, times in microseconds) says of one page's frames: how far apart
 * they were drawn, and the longest that its main thread was busy with one task, in which no input is looked at,
 * by the clock and by its own processor time: on a machine that is busy with other things the two differ.
 */
export function framesOf(trace: Buffer): Frames {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Event[] };
  const page = pageThread(traceEvents);
  const tasks = traceEvents.filter(
    (event) => event.name === "RunTask" && event.pid === page?.pid && event.tid === page.tid,
  );
  const drawnAt = traceEvents
    .filter((event) => event.name === "DrawFrame" && event.pid === page?.pid)
    .map((event) => event.ts)
    .sort((a, b) => a - b);
  const gaps = drawnAt
    .slice(1)
    .map((at, index) => (at - (drawnAt[index] ?? at)) / 1000)
    .sort((a, b) => a - b);
  const at = (share: number) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? 0;
  return {
    count: drawnAt.length,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    longestMs: gaps.at(-1) ?? 0,
    longestTaskMs: Math.max(0, ...tasks.map((task) => (task.dur ?? 0) / 1000)),
    longestBusyMs: Math.max(0, ...tasks.map((task) => (task.tdur ?? task.dur ?? 0) / 1000)),
  };
}

/** The main thread that had the most to do: there is one for each page, and a spare one. */
function pageThread(events: readonly Event[]): Event | undefined {
  const isMain = (event: Event) =>
    event.name === "thread_name" && (event.args as { name?: string } | undefined)?.name === "CrRendererMain";
  const mains = events.filter(isMain);
  const busyness = (main: Event) =>
    events.filter((event) => event.pid === main.pid && event.tid === main.tid && event.name === "RunTask")
      .length;
  return mains.toSorted((a, b) => busyness(b) - busyness(a))[0];
}
