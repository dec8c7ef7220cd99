import { clockLimits } from "../contract/limits/database.ts";
import type { ClockSources } from "./core/clock.ts";

export type DatabaseWall = ClockSources & {
  /** Asks the database again what time it is. */
  look(): Promise<void>;
};

/**
 * The wall clock of a database that machines share, so that all go by one: this machine's, and by how much the database's
 * is ahead of it. By a clock of its own that is wrong, a machine would take a day's budget for unused, let mails of a
 * sequence go as much too soon, and move the times of all others along when it is set right.
 */
export async function createDatabaseWall(
  { wallMs, steadyMs }: ClockSources,
  askMs: () => Promise<number | null>,
): Promise<DatabaseWall> {
  let aheadMs = 0;
  /** False where the answer was so long on its way that it does not tell the time. */
  const look = async (): Promise<boolean> => {
    const askedMs = steadyMs();
    const at = await askMs();
    const tookMs = steadyMs() - askedMs;
    if (at === null || tookMs > clockLimits.jumpMs) return false;
    const nowAheadMs = at + tookMs / 2 - wallMs();
    // An answer tells the time no more exactly than it took: what fits it is not changed.
    if (Math.abs(nowAheadMs - aheadMs) > tookMs / 2 + 1) aheadMs = nowAheadMs;
    return true;
  };
  for (let triesLeft = clockLimits.lookTries; triesLeft > 0; triesLeft -= 1) if (await look()) break;
  return { wallMs: () => wallMs() + aheadMs, steadyMs, look: async () => void (await look()) };
}
