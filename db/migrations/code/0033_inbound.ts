import { responseTriggers } from "../outbox/responseTriggers.ts";
import type { StepCode } from "../step.ts";

/** Webhooks are told of replies and complaints as of everything else: in the commit that takes them in. */
export const code: StepCode = function* ({ dialect }) {
  for (const sql of responseTriggers(dialect)) yield { sql };
};
