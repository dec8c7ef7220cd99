import type { Scope } from "../../contract/identity/scope.ts";
import { sharedLimits } from "../../contract/limits/database.ts";
import type { RefusalReason } from "../../contract/reasons/refusals.ts";
import type { PlainCode } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { Core } from "./core.ts";

export type Turns = {
  /**
   * Waits for the work before, then does this one.
   * @throws {Refusal} rate_limited when too much waits already; and whatever the work throws.
   */
  take<T>(line: Line, work: () => Promise<T>): Promise<T>;
};

/** A workspace has one, or one for each `lane`. */
type Line = Pick<Scope, "workspaceId"> & { lane?: string };

type Bounds = { waitingMax: number; tooMuch: RefusalReason & PlainCode };

/** One piece of work at a time for each workspace, first come first served; one does not wait for another. */
export function createTurns({ waitingMax, tooMuch }: Bounds): Turns {
  const lines = new Map<string, { length: number; last: Promise<void> }>();

  return {
    async take(which, work) {
      const key = keyOf(which);
      const line = lines.get(key) ?? { length: 0, last: Promise.resolve() };
      if (line.length > waitingMax) throw refused(tooMuch, {}, { retryAfterMs: 5_000 });
      lines.set(key, line);
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
        if (line.length === 0) lines.delete(key);
      }
    },
  };
}

/** The same over every server of the installation: where there may be several, the line stands in the database. */
export function createSharedTurns(
  { database: { shared }, log }: Pick<Core, "database" | "log">,
  { name, ...bounds }: Bounds & { name: string },
): Turns {
  if (shared === null) return createTurns(bounds);
  return {
    async take(which, work) {
      const place = { key: `${name} ${keyOf(which)}`, ticket: crypto.randomUUID() };
      const stand = () =>
        shared.stand({ ...place, waitingMax: bounds.waitingMax, leaseMs: sharedLimits.leaseMs });
      try {
        await waitInLine(stand, bounds.tooMuch);
        // What does not get through is said again; whoever takes over after the lease does this beside us.
        const renewing = setInterval(
          () => stand().catch((error) => log.warn("A place in a line could not be kept", { error })),
          sharedLimits.renewEveryMs,
        );
        try {
          return await work();
        } finally {
          clearInterval(renewing);
        }
      } finally {
        // Who cannot say so is taken to have left when their lease is over.
        await shared.leave(place).catch((error) => log.warn("A line could not be left", { error }));
      }
    },
  };
}

async function waitInLine(stand: () => Promise<number | null>, tooMuch: Bounds["tooMuch"]): Promise<void> {
  for (;;) {
    const before = await stand();
    if (before === null) throw refused(tooMuch, {}, { retryAfterMs: 5_000 });
    if (before === 0) return;
    await new Promise((resolve) => setTimeout(resolve, sharedLimits.askEveryMs));
  }
}

function keyOf({ workspaceId, lane }: Line): string {
  return lane === undefined ? workspaceId : `${workspaceId} ${lane}`;
}
