import type { ClockSources } from "../../../server/core/clock.ts";

const minuteMs = 60_000;

/** Real time, and a person who sets the machine's clock or lets time pass. */
export function movedTime() {
  let wallBy = 0;
  let passed = 0;
  const sources: ClockSources = {
    wallMs: () => Date.now() + wallBy + passed,
    steadyMs: () => performance.now() + passed,
  };
  return {
    ...sources,
    /** Sets the machine's clock. */
    set: (byMs: number) => {
      wallBy += byMs;
    },
    /** Lets minutes pass, with a look at the clock in each as a running server has it. */
    passMinutes(count: number, look: () => unknown) {
      for (let n = 0; n < count; n++) {
        passed += minuteMs;
        look();
      }
    },
  };
}
