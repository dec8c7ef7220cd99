import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { LeadAction, LeadActionAnswer } from "../../../../contract/schemas/leadActions.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { withRateLimitRetries } from "../../../_data/withRateLimitRetries.ts";

const { actionStep } = screenLimits;

/** `gone` says how many leads were gone through, whether there was anything to change or not. */
export type Step = Pick<LeadActionAnswer, "count" | "deletionId"> & { gone: number };

/**
 * Does it to a few leads in one call, and to many in one call after the other; yields after each. Whoever stops asking
 * has done whole steps. All steps of a deletion are one deletion.
 *
 * @throws {Refusal} with the server's words; what was done before stays done.
 */
export async function* actInSteps(action: LeadAction, total: number): AsyncGenerator<Step> {
  const { which } = action;
  let deletionId: string | null = null;
  const step = async (part: LeadAction, gone: number) => {
    const body = part.action === "delete" && deletionId !== null ? { ...part, deletionId } : part;
    const { next, ...answer } = await withRateLimitRetries(() =>
      browserClient("POST /amplify/leads/actions", { body }),
    );
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
