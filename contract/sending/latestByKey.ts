/** A bounded queue between a source that never waits and a reader that may lag: one entry a key, the newest. */
export type LatestByKey<T> = AsyncIterable<T> & {
  put(key: string, value: T): void;
  /** Ends the reading once what is left has been read. */
  end(): void;
  /** Makes the reader throw, at once. */
  fail(error: unknown): void;
};

/** `max` counts keys; with more than that many waiting, the longest waiting one is let go. For one reader. */
export function latestByKey<T>(max: number): LatestByKey<T> {
  const waiting = new Map<string, T>();
  let ended = false;
  let failure: { error: unknown } | null = null;
  let wake: (() => void) | null = null;
  const wakeReader = () => {
    wake?.();
    wake = null;
  };

  async function* read(): AsyncGenerator<T> {
    while (true) {
      if (failure) throw failure.error;
      const [next] = waiting;
      if (next) {
        waiting.delete(next[0]);
        yield next[1];
      } else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }

  return {
    put(key, value) {
      if (ended) return;
      // An entry keeps its place in the line, so that a busy key cannot push a quiet one back for ever.
      waiting.set(key, value);
      if (waiting.size > max) {
        const [oldest] = waiting.keys();
        if (oldest !== undefined) waiting.delete(oldest);
      }
      wakeReader();
    },
    end() {
      ended = true;
      wakeReader();
    },
    fail(error) {
      failure ??= { error };
      wakeReader();
    },
    [Symbol.asyncIterator]: read,
  };
}
