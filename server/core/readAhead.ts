/**
 * The same, where the next one is read while whoever asked works on the last: with a database on another processor, or
 * another machine, the two need not wait for each other. Who stops early waits for what was begun to be read.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const reader = source[Symbol.asyncIterator]();
  let next = reader.next();
  try {
    for (;;) {
      const found = await next;
      if (found.done) return;
      next = reader.next();
      // Told where it is waited for; who stops before asks no more.
      next.catch(() => {});
      yield found.value;
    }
  } finally {
    // Behind what is being read, so that nothing of it goes on.
    await reader.return?.();
  }
}
