import { join } from "node:path";

/**
 * By the first two a run of tests is told to start another runtime's program in a process, where it would serve in its
 * own; by the others what was built of the source for all of its files (`runtime/builtProgram.ts`).
 */
export const testedVariables = {
  runtime: "TESTED_RUNTIME",
  program: "TESTED_PROGRAM",
  built: "TESTED_BUILT",
  assets: "TESTED_ASSETS",
  workers: "TESTED_WORKERS",
  database: "TESTED_DATABASE",
} as const;

/** Whether this run tests such a program. */
export const isTestedApart: boolean = process.env[testedVariables.program] !== undefined;

const source = join(import.meta.dir, "../../../amplify.ts");

/** Starts Amplify out of the source, as in a checkout, unless another runtime's is tested; its arguments follow. */
export const programFromSource: readonly [string, string] = [
  process.env[testedVariables.runtime] ?? process.execPath,
  process.env[testedVariables.program] ?? source,
];

const built = isTestedApart ? undefined : process.env[testedVariables.built];

/** The same by the binary, where one was built for this run. */
export const program: readonly string[] = built === undefined ? programFromSource : [built];
