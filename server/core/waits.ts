/** How something waits: by a clock that runs on steadily, whatever people set. */
export type Waits = {
  /** Milliseconds since some moment. */
  steadyMs(): number;
  /** Calls back once after so long; what it answers calls that off. */
  after(waitMs: number, then: () => void): () => void;
  /** Lets the requests, timers and sockets that wait have their turn before long work goes on. */
  turn(): Promise<void>;
};

/** The machine's own. */
export const systemWaits: Waits = {
  steadyMs: () => performance.now(),
  after(waitMs, then) {
    const timer = setTimeout(then, waitMs);
    return () => clearTimeout(timer);
  },
  turn: () => new Promise((resolve) => setImmediate(resolve)),
};
