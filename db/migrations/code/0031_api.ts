import { eventTriggers } from "../outbox/eventTriggers.ts";
import type { StepCode } from "../step.ts";

/**
 * From here on the database writes the outbox by itself. A step that makes anew one of the tables of `outbox/causes.ts`
 * on SQLite has to make its triggers anew as well.
 */
export const code: StepCode = function* ({ dialect }) {
  for (const sql of eventTriggers(dialect)) yield { sql };
};
