/** Lets so many through at once, and after that one every so often. */
export type Pace = {
  /** Zero, and it is counted; or how long to wait before asking again. Times in milliseconds. */
  waitMs: (now: number) => number;
};

/** Keeps a list that is scrolled for minutes below what the server allows one person in all. */
export function createPace({ burst, everyMs }: { burst: number; everyMs: number }): Pace {
  let left = burst;
  let filledAt = 0;
  return {
    waitMs(now) {
      // A clock that was set back would otherwise hold everything up.
      if (now < filledAt) filledAt = now;
      left = Math.min(burst, left + (now - filledAt) / everyMs);
      filledAt = now;
      if (left < 1) return (1 - left) * everyMs;
      left -= 1;
      return 0;
    },
  };
}
