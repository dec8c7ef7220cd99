import type { Scope } from "../../contract/identity/scope.ts";
import type { RefusalReason } from "../../contract/reasons/refusals.ts";
import type { PlainCode } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";

export type Turns = ReturnType<typeof createTurns>;

/** One piece of work at a time for each workspace, first come first served; one does not wait for another. */
export function createTurns({
  waitingMax,
  tooMuch,
}: {
  waitingMax: number;
  tooMuch: RefusalReason & PlainCode;
}) {
  const lines = new Map<string, { length: number; last: Promise<void> }>();

  return {
    /**
     * Waits for the work before, then does this one.
     * @throws {Refusal} rate_limited when too much waits already; and whatever the work throws.
     */
    async take<T>({ workspaceId }: Scope, work: () => Promise<T>): Promise<T> {
      const line = lines.get(workspaceId) ?? { length: 0, last: Promise.resolve() };
      if (line.length > waitingMax) throw refused(tooMuch, {}, { retryAfterMs: 5_000 });
      lines.set(workspaceId, line);
      line.length += 1;
      const result = line.last.then(work);
      line.last = result.then(
        () => {},
        () => {},
      );
      try {
        return await result;
      } finally {
        line.length -= 1;
        if (line.length === 0) lines.delete(workspaceId);
      }
    },
  };
}
