import { join } from "node:path";

/** By these a run of tests is told to start another runtime's program in a process, where it would serve in its own. */
export const testedVariables = { runtime: "TESTED_RUNTIME", program: "TESTED_PROGRAM" } as const;

/** Whether this run tests such a program. */
export const isTestedApart: boolean = process.env[testedVariables.program] !== undefined;

/** The command that starts Amplify; its arguments follow. */
export const program: readonly [string, string] = [
  process.env[testedVariables.runtime] ?? process.execPath,
  process.env[testedVariables.program] ?? join(import.meta.dir, "../../../amplify.ts"),
];
