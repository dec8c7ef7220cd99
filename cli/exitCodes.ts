/** The program's exit codes. Scripts rely on them, so their meaning never changes. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  someFailed: 3,
  needsPerson: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
