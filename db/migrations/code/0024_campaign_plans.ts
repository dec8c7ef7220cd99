import { sqliteMoveTrigger } from "../counting/sqliteMoveTrigger.ts";
import type { StepCode } from "../step.ts";

/**
 * A delivery may go over from one part of a campaign to another from here on. PostgreSQL's trigger counts by what all rows
 * of a statement were and are, so it knows that already.
 */
export const code: StepCode = function* ({ dialect }) {
  if (dialect === "sqlite") yield { sql: sqliteMoveTrigger };
};
