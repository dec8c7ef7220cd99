import { lastMailsSoFar, lastMailTriggers } from "../counting/lastMailTriggers.ts";
import type { StepCode } from "../step.ts";

/**
 * When each lead was last sent a mail; from then on the database keeps it by itself. The triggers come first: on PostgreSQL
 * they wait for whoever is counting mails, and nothing is counted between them and the end of the step. A step that builds
 * `uncountedMails` anew has to make them anew as well.
 */
export const code: StepCode = function* ({ dialect }) {
  for (const sql of lastMailTriggers(dialect)) yield { sql };
  yield { sql: lastMailsSoFar };
};
