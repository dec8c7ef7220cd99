import type { Client } from "../../../contract/client.ts";
import { cliLimits } from "../../../contract/limits/cli.ts";
import type { LeadAction } from "../../../contract/schemas/leadActions.ts";

export type Done = { count: number; deletionId: string | null };
type Bounds = { stepMax?: number };

/**
 * Does it to all who are meant, in one call after the other: where a proxy or the network lets go of a long one, whoever
 * deleted many would never be told how to bring them back. All steps of a deletion are one deletion.
 * `onStep` is told what is done so far, so that it is known where a later step fails.
 */
export async function actInSteps(
  client: Client,
  action: LeadAction,
  { stepMax = cliLimits.actionStep, onStep = () => {} }: Bounds & { onStep?: (done: Done) => void } = {},
): Promise<Done> {
  const done: Done = { count: 0, deletionId: null };
  const isNamed = "ids" in action.which;
  let beyond: string | undefined;
  do {
    const part = isNamed
      ? action
      : { ...action, countMax: stepMax, ...(beyond === undefined ? {} : { beyond }) };
    const body =
      part.action === "delete" && done.deletionId !== null ? { ...part, deletionId: done.deletionId } : part;
    const { count, deletionId, next } = await client("POST /amplify/leads/actions", { body });
    done.count += count;
    done.deletionId ??= deletionId;
    onStep({ ...done });
    beyond = next;
  } while (beyond !== undefined);
  return done;
}

type Restored = { restored: number; replaced: number };

/** Brings deleted leads back, in one call after the other. */
export async function undoInSteps(
  client: Client,
  id: string,
  { stepMax: countMax = cliLimits.actionStep }: Bounds = {},
): Promise<Restored> {
  const all: Restored = { restored: 0, replaced: 0 };
  for (;;) {
    const { more, ...step } = await client("POST /amplify/leads/deletions/{id}/undo", {
      params: { id },
      query: { countMax },
    });
    all.restored += step.restored;
    all.replaced += step.replaced;
    if (!more) return all;
  }
}
