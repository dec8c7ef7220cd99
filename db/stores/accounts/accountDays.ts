import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { dayMs } from "../../../contract/limits/units.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

/** The daily counts of an account's mails. */
export const dayKinds = ["accepted", "refused", "uncertain", "bounced", "complained"] as const;
export type DayKind = (typeof dayKinds)[number];

type AccountDay = { day: number } & Record<DayKind, number>;

/** Adds `n` mails of a kind to the day of a moment; a negative `n` takes some away. */
export type DayCount = {
  credentialId: string;
  workspaceId: WorkspaceId;
  at: number;
  kind: DayKind;
  n: number;
};

/** When the UTC day of a moment begins: in local time it would differ from reader to reader. */
export function dayOf(at: number): number {
  return at - (at % dayMs);
}

/** The statement that counts, for a commit that has another purpose, such as recording a bounce. */
export function countingDay(write: Builder, { accountDays }: Tables, { kind, n, at, ...of }: DayCount) {
  const counted = accountDays[kind];
  return write
    .insert(accountDays)
    .values({ ...of, day: dayOf(at), [kind]: Math.max(0, n) })
    .onConflictDoUpdate({
      target: [accountDays.credentialId, accountDays.day],
      set: { [kind]: notBelowZero(sql`${counted} + ${n}`) },
    });
}

function notBelowZero(count: SQL): SQL {
  return sql`case when ${count} > 0 then ${count} else 0 end`;
}

/** What became of accounts' mails, by day. */
export function createAccountDayStore({ read, atomically, tables }: Database) {
  const { accountDays } = tables;
  return {
    /** Counts in a commit of its own. */
    async count(count: DayCount): Promise<void> {
      await atomically((write) => ({ counted: countingDay(write, tables, count) }));
    },

    /** The days with counts, the earliest first. */
    async daysSince(
      { workspaceId, credentialId }: { workspaceId: WorkspaceId; credentialId: string },
      since: number,
    ): Promise<AccountDay[]> {
      const { day, accepted, refused, uncertain, bounced, complained } = accountDays;
      return read
        .select({ day, accepted, refused, uncertain, bounced, complained })
        .from(accountDays)
        .where(
          and(
            eq(accountDays.credentialId, credentialId),
            eq(accountDays.workspaceId, workspaceId),
            gte(accountDays.day, dayOf(since)),
          ),
        )
        .orderBy(asc(day));
    },

    async forgetBefore(before: number): Promise<void> {
      await atomically((write) => ({
        removed: write.delete(accountDays).where(lt(accountDays.day, before)),
      }));
    },
  };
}
