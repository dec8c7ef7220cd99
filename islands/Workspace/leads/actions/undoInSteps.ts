import { screenLimits } from "../../../../contract/limits/screen.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { withRateLimitRetries } from "../../../_data/withRateLimitRetries.ts";

const { actionStep } = screenLimits;

export type Restored = { restored: number; replaced: number };

/**
 * Brings deleted leads back, many of them in one call after the other; yields after each.
 *
 * @throws {Refusal} with the server's words; those who are back stay, and the rest can be asked for again.
 */
export async function* undoInSteps(deletionId: string): AsyncGenerator<Restored> {
  const call = { params: { id: deletionId }, query: { countMax: actionStep } };
  for (;;) {
    const { more, ...step } = await withRateLimitRetries(() =>
      browserClient("POST /amplify/leads/deletions/{id}/undo", call),
    );
    yield step;
    if (!more) return;
  }
}
