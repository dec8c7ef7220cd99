/** Lets the requests, timers and sockets that wait have their turn before long work goes on. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
