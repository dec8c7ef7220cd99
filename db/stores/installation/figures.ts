import { count, isNull, sum } from "drizzle-orm";
import { type Counts, deliveryStates } from "../../../contract/schemas/campaign.ts";
import type { Database } from "../../database.ts";

/** Of all workspaces together, for whoever runs the installation: how much there is, and nothing of whom. */
export function createFigureStore({ read, tables: { campaignCounts, jobs, credentials } }: Database) {
  return {
    /** Every campaign's mails by state, out of the kept counts: one row for each campaign is read. */
    async deliveries(): Promise<Counts> {
      const sums = Object.fromEntries(
        deliveryStates.map((state) => [state, sum(campaignCounts[state]).mapWith(Number)]),
      );
      const [row] = await read.select(sums).from(campaignCounts);
      return Object.fromEntries(deliveryStates.map((state) => [state, row?.[state] ?? 0])) as Counts;
    },

    async jobs(): Promise<{ state: string; count: number }[]> {
      return read.select({ state: jobs.state, count: count() }).from(jobs).groupBy(jobs.state);
    },

    /** Accounts that work, that go on by themselves, and that wait for a person. */
    async accounts(): Promise<{ working: number; resting: number; stopped: number }> {
      const { paused, pausedUntil } = credentials;
      const rows = await read
        .select({ paused, endless: isNull(pausedUntil).mapWith(Boolean), count: count() })
        .from(credentials)
        .groupBy(paused, isNull(pausedUntil));
      const found = { working: 0, resting: 0, stopped: 0 };
      for (const row of rows)
        found[row.paused ? (row.endless ? "stopped" : "resting") : "working"] += row.count;
      return found;
    },
  };
}
