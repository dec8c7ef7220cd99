import type { Scope } from "../../contract/identity/scope.ts";
import { slicesLimits } from "../../contract/limits/http.ts";
import { inSlices } from "./inSlices.ts";
import { createTurns } from "./turns.ts";

const turns = createTurns({
  waitingMax: slicesLimits.waitingMax,
  tooMuch: "too_much_at_once",
});

/**
 * Work on large texts for one workspace: a slice at a time, and one piece of its work after the other, so that whoever
 * asks for a lot waits for it and no other workspace does.
 * @throws {Refusal} rate_limited when too much of theirs waits already; and whatever the work throws.
 */
export function longWork<T>(
  scope: Pick<Scope, "workspaceId">,
  work: () => Generator<unknown, T>,
): Promise<T> {
  return turns.take(scope, () => inSlices(work()));
}
