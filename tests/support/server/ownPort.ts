/** Below what the system gives to whoever asks for no number, and another for each process of a run. */
const port = 12_000 + (process.pid % 16_000);

/**
 * The port that servers with pages have in this process, one after the other: what a browser has fetched and compiled of one
 * is at hand for the next. Any (0) where that one is still there, or somebody else's is.
 */
export function ownPort(): number {
  try {
    Bun.listen({ hostname: "0.0.0.0", port, socket: { data() {} } }).stop(true);
    return port;
  } catch {
    return 0;
  }
}
