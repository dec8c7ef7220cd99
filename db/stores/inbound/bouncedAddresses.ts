import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { inboundMailLimits } from "../../../contract/limits/accounts/inboundMails.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type Address = { workspaceId: WorkspaceId; emailHash: string };

/** What a mail that came back says of its address. */
export type Returned = Address & { at: number; words: string; isForGood: boolean };

const { returnsForGood, returnsWithinMs } = inboundMailLimits;

/**
 * The statement that writes down that a mail to an address came back. One that may pass counts with those that came back
 * soon before it: after some of them in a row the address is as good as gone.
 */
export function returning(
  write: Builder,
  { bouncedAddresses }: Tables,
  { isForGood, ...returned }: Returned,
) {
  const { at, count, forGoodAt } = bouncedAddresses;
  // A parameter within a condition has no type of its own.
  const whole = (value: number) => sql`cast(${value} as bigint)`;
  const isSoonAfter = sql`${at} > ${whole(returned.at - returnsWithinMs)}`;
  const counted = sql`case when ${isSoonAfter} then ${count} + 1 else 1 end`;
  const now = whole(returned.at);
  const since = isForGood ? now : sql`case when ${counted} >= ${whole(returnsForGood)} then ${now} end`;
  return write
    .insert(bouncedAddresses)
    .values({ ...returned, count: 1, forGoodAt: isForGood ? returned.at : null })
    .onConflictDoUpdate({
      target: [bouncedAddresses.workspaceId, bouncedAddresses.emailHash],
      set: {
        at: returned.at,
        words: returned.words,
        count: counted,
        forGoodAt: sql`coalesce(${forGoodAt}, ${since})`,
      },
    });
}

/** Whether nothing more is sent to the address of a row that has its hash. */
export function isBounced({ bouncedAddresses: addresses }: Pick<Tables, "bouncedAddresses">) {
  return isNotNull(addresses.forGoodAt);
}

/** Addresses from which mails came back. */
export function createBouncedAddressStore({ read, atomically, tables }: Database) {
  const { bouncedAddresses: addresses } = tables;
  const isOne = ({ workspaceId, emailHash }: Address) =>
    and(eq(addresses.workspaceId, workspaceId), eq(addresses.emailHash, emailHash));
  return {
    async one(address: Address) {
      const { at, count, forGoodAt, words } = addresses;
      const [row] = await read.select({ at, count, forGoodAt, words }).from(addresses).where(isOne(address));
      return row ?? null;
    },

    /** Somebody says that it takes mail again. False where nothing was known of it. */
    async forget(address: Address): Promise<boolean> {
      const { gone } = await atomically((write) => ({
        gone: write.delete(addresses).where(isOne(address)).returning({ at: addresses.at }),
      }));
      return gone.length > 0;
    },
  };
}
