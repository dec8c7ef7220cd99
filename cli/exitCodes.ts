/** What the program answers to the shell. Scripts rely on these numbers: they never change their meaning. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  someFailed: 3,
  needsPerson: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = `
Exit codes:
  0    done; every mail was sent or skipped
  1    refused or failed, or the campaign was cancelled
  2    the command was used wrongly; nothing was done
  3    finished, but some recipients failed or some rows were rejected
  4    some outcomes are uncertain, or it is paused: a person must decide
  130  interrupted; a send that was accepted goes on`;
