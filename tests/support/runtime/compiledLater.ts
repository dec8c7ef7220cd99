/**
 * With these in its environment Bun compiles for speed what runs ten times as often as it would else ask for. Tests, and the hundreds
 * of programs that they start, end within seconds: a sixth of a server's start and a third of a command are compiling
 * what is over by then. What is hot for long goes without them: the simulator's worlds take a twelfth less (`testParts.ts`).
 */
export const compiledLater: Readonly<Record<string, string>> = {
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "10000",
  BUN_JSC_thresholdForOptimizeAfterLongWarmUp: "10000",
};

/** The same for a program that is given an environment of its own, where this process has it. */
export const compiledLaterToo: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(compiledLater).filter(([name]) => process.env[name] !== undefined),
);
