import type { Client } from "../../../contract/client.ts";
import { cliLimits } from "../../../contract/limits/cli.ts";
import { isMaybeDone } from "../../../contract/maybeDone.ts";
import type { LeadAction } from "../../../contract/schemas/leadActions.ts";

export type Done = {
  count: number;
  deletionId: string | null;
  /** A step broke off, or its answer was lost, so that more may be deleted than is counted. */
  isLost?: true;
};
type Bounds = { stepMax?: number };

/**
 * Does it to all who are meant, in one call after the other: where a proxy or the network lets go of a long one, whoever
 * deleted many would never be told how to bring them back. All steps of a deletion are one deletion, which is named
 * before the first of them: what it deleted can be brought back though its answer was lost.
 * `onStep` is told what is done so far, so that it is known where a later step fails.
 */
export async function actInSteps(
  client: Client,
  action: LeadAction,
  { stepMax = cliLimits.actionStep, onStep = () => {} }: Bounds & { onStep?: (done: Done) => void } = {},
): Promise<Done> {
  const done: Done = { count: 0, deletionId: null };
  const isNamed = "ids" in action.which;
  const named = action.action === "delete" ? crypto.randomUUID() : undefined;
  let beyond: string | undefined;
  do {
    const part = isNamed
      ? action
      : { ...action, countMax: stepMax, ...(beyond === undefined ? {} : { beyond }) };
    const body = part.action === "delete" ? { ...part, deletionId: named } : part;
    const asked = client("POST /amplify/leads/actions", { body });
    const { count, deletionId, next } = await asked.catch((error: unknown) => {
      if (named !== undefined && isMaybeDone(error)) onStep({ ...done, deletionId: named, isLost: true });
      throw error;
    });
    done.count += count;
    done.deletionId ??= deletionId;
    onStep({ ...done });
    beyond = next;
  } while (beyond !== undefined);
  return done;
}

export type Restored = { restored: number; replaced: number };

/** Brings deleted leads back, in one call after the other. `onStep` is told how many are back, should the next one fail. */
export async function undoInSteps(
  client: Client,
  id: string,
  {
    stepMax: countMax = cliLimits.actionStep,
    onStep = () => {},
  }: Bounds & { onStep?: (back: Restored) => void } = {},
): Promise<Restored> {
  const all: Restored = { restored: 0, replaced: 0 };
  for (;;) {
    const { more, ...step } = await client("POST /amplify/leads/deletions/{id}/undo", {
      params: { id },
      query: { countMax },
    });
    all.restored += step.restored;
    all.replaced += step.replaced;
    onStep({ ...all });
    if (!more) return all;
  }
}
