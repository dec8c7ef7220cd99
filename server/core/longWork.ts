import { slicesLimits } from "../../contract/limits/http.ts";
import { inSlices } from "./inSlices.ts";
import { createTurns } from "./turns.ts";

const turns = createTurns({
  waitingMax: slicesLimits.waitingMax,
  tooMuch: "Too much at once. Please wait until the rest is done.",
});

/**
 * Work on large texts for one person: a slice at a time, and one piece of work of a person's after the other, so that
 * whoever asks for a lot waits for it and nobody else does.
 * @throws {Refusal} rate_limited when too much of theirs waits already; and whatever the work throws.
 */
export function longWork<T>(workspaceId: string, work: () => Generator<unknown, T>): Promise<T> {
  return turns.take(workspaceId, () => inSlices(work()));
}
