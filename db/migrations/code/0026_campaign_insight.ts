import { momentsSoFar, momentTriggers } from "../counting/momentTriggers.ts";
import type { StepCode } from "../step.ts";

/**
 * Counts once when mails were sent, opened and followed; from then on the database does so by itself. A step that builds
 * `deliveries` or `clicks` anew has to make these triggers anew as well.
 */
export const code: StepCode = function* ({ dialect }) {
  for (const sql of momentsSoFar) yield { sql };
  for (const sql of momentTriggers(dialect)) yield { sql };
};
