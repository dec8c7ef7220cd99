import { screenLimits } from "../../../../contract/limits/screen.ts";
import { isMaybeDone } from "../../../../contract/maybeDone.ts";
import type { LeadAction, LeadActionAnswer } from "../../../../contract/schemas/leadActions.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { randomKey } from "../../../_data/requestKeys.ts";
import { withRateLimitRetries } from "../../../_data/withRateLimitRetries.ts";

const { actionStep } = screenLimits;

/** `gone` says how many leads were gone through, whether there was anything to change or not. */
export type Step = Pick<LeadActionAnswer, "count" | "deletionId"> & { gone: number };
type Told = {
  /** Hears which deletion may have deleted more than was answered. */
  onLost: (deletionId: string) => void;
};

/**
 * Does it to a few leads in one call, and to many in one call after the other; yields after each. Whoever stops asking
 * has done whole steps. All steps of a deletion are one deletion, which is named before the first of them: what it
 * deleted can be brought back though its answer was lost.
 *
 * @throws {Refusal} with the server's words; what was done before stays done.
 */
export async function* actInSteps(action: LeadAction, total: number, { onLost }: Told): AsyncGenerator<Step> {
  const { which } = action;
  const named = action.action === "delete" ? randomKey() : undefined;
  let deletionId: string | null = null;
  const step = async (part: LeadAction, gone: number) => {
    const body = part.action === "delete" ? { ...part, deletionId: named } : part;
    const asked = withRateLimitRetries(() => browserClient("POST /amplify/leads/actions", { body }));
    const { next, ...answer } = await asked.catch((error: unknown) => {
      if (named !== undefined && isMaybeDone(error)) onLost(named);
      throw error;
    });
    deletionId ??= answer.deletionId;
    return { next, step: { count: answer.count, deletionId, gone } };
  };
  if (total <= actionStep) {
    yield (await step(action, total)).step;
  } else if ("ids" in which) {
    for (let from = 0; from < which.ids.length; from += actionStep) {
      const ids = which.ids.slice(from, from + actionStep);
      yield (await step({ ...action, which: { ids } }, ids.length)).step;
    }
  } else {
    let beyond: string | undefined;
    do {
      const part = { ...action, countMax: actionStep, ...(beyond === undefined ? {} : { beyond }) };
      const done = await step(part, actionStep);
      beyond = done.next;
      yield done.step;
    } while (beyond !== undefined);
  }
}
