import { and, eq, ne, type Placeholder, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { SkipReason } from "../../../contract/reasons/sending.ts";
import type { SuppressionSource } from "../../../contract/schemas/lead.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import { incomingText, isListed, jsonSqlOf } from "../../json/jsonSql.ts";
import { isBounced } from "../inbound/bouncedAddresses.ts";

export type Suppressing = {
  workspaceId: WorkspaceId;
  emailHashes: readonly string[];
  source: SuppressionSource;
  now: number;
  /** Leaves addresses that are suppressed already as they are. */
  onlyMissing?: boolean;
};

/** Why an address gets no mail, whatever its lead says. */
export type Barred = Extract<SkipReason, "unsubscribed" | "address_bounced">;

/** Addresses that must not be mailed, by their keyed hash; see the table. */
export function createSuppressionStore(database: Database) {
  const { read, tables } = database;
  return {
    async suppress(what: Suppressing): Promise<void> {
      await database.atomically((write) => ({ suppressed: suppressing(write, tables, what) }));
    },

    /** Suppresses addresses and opts their leads out, in one commit. */
    async optOut(who: OptingOut): Promise<void> {
      await database.atomically((write) => optingOut(write, tables, who));
    },

    async isSuppressed({
      workspaceId,
      emailHash,
    }: {
      workspaceId: WorkspaceId;
      emailHash: string;
    }): Promise<boolean> {
      const [row] = await readingSuppressed(read, tables, { workspaceId, emailHashes: [emailHash] });
      return row !== undefined;
    },

    /** Who opted an address out, both if owner and recipient did; null if nobody did. */
    async saidOf({ workspaceId, emailHash }: { workspaceId: WorkspaceId; emailHash: string }) {
      const { source, createdAt, ownerAt } = tables.suppressions;
      const [row] = await read
        .select({ source, createdAt, ownerAt })
        .from(tables.suppressions)
        .where(
          and(eq(tables.suppressions.workspaceId, workspaceId), eq(tables.suppressions.emailHash, emailHash)),
        );
      return row ?? null;
    },

    /** Carries over suppressions that are stored under an address's former hash; see `carrying`. */
    async carryOn(former: FormerHashes): Promise<void> {
      const formers = former.pairs.map(({ formerHash }) => formerHash);
      const [found] = await readingSuppressed(read, tables, {
        workspaceId: former.workspaceId,
        emailHashes: formers,
      });
      // Nearly always there is nothing to carry over, and a write would have to wait for its turn.
      if (found !== undefined) await database.atomically((write) => carrying(write, tables, former));
    },

    /** Those of the hashes that must not be mailed, and why. Pass at most a few thousand at a time. */
    async suppressedAmong(workspaceId: WorkspaceId, hashes: readonly string[]): Promise<Map<string, Barred>> {
      if (hashes.length === 0) return new Map();
      const values = { workspaceId, hashes: JSON.stringify(hashes) };
      const bounced = await database.ask(bound(readBounced, values));
      const rows = await database.ask(bound(readSuppressed, values));
      return new Map<string, Barred>([
        ...bounced.map(({ emailHash }) => [emailHash, "address_bounced"] as const),
        // An opt-out outranks a bounce.
        ...rows.map(({ emailHash }) => [emailHash, "unsubscribed"] as const),
      ]);
    },
  };
}

/**
 * The statement that suppresses addresses, for an `atomically` of any store. The recipient's own opt-out outranks the
 * owner's, and both are kept: the recipient may take back only their own.
 */
export function suppressing(
  write: Builder,
  tables: Database["tables"],
  { workspaceId, emailHashes, source, now, onlyMissing }: Suppressing,
) {
  const { suppressions } = tables;
  const rows = [...new Set(emailHashes)].map((emailHash) => [emailHash]);
  const insert = write.insert(suppressions).select(
    sql`select ${workspaceId}, ${incomingText(0)}, ${source}, ${now}, null
      from ${jsonSqlOf(tables).rows(JSON.stringify(rows))} where true`,
  );
  return onlyMissing
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate(onTopOf(tables, { source, now }));
}

/** What is recorded for an address that is suppressed already. */
export function onTopOf(
  { suppressions }: Database["tables"],
  { source, now }: Pick<Suppressing, "source" | "now">,
) {
  const { ownerAt, createdAt } = suppressions;
  const target = [suppressions.workspaceId, suppressions.emailHash];
  const wasOwners = sql`case when ${suppressions.source} = 'owner' then ${createdAt} end`;
  return source === "recipient"
    ? { target, set: { source, ownerAt: sql`coalesce(${ownerAt}, ${wasOwners})` } }
    : {
        target,
        set: { ownerAt: now },
        setWhere: sql`${suppressions.source} = 'recipient' and ${ownerAt} is null`,
      };
}

export type OptingOut = Omit<Suppressing, "emailHashes"> & {
  addresses: readonly { email: string; emailHash: string }[];
};

/**
 * The statements that suppress addresses and opt their leads out. A lead that is added later is opted out from the start.
 */
export function optingOut(write: Builder, tables: Database["tables"], { addresses, ...what }: OptingOut) {
  const { leads } = tables;
  const emails = addresses.map(({ email }) => email);
  const emailHashes = addresses.map(({ emailHash }) => emailHash);
  return {
    suppressed: suppressing(write, tables, { ...what, emailHashes }),
    optedOut: write
      .update(leads)
      .set({ optout: true, updatedAt: what.now })
      .where(
        and(
          eq(leads.workspaceId, what.workspaceId),
          isListed(tables, leads.email, emails),
          eq(leads.optout, false),
        ),
      ),
  };
}

/** Hashes of addresses and of their former spellings, each once. */
type FormerHashes = {
  workspaceId: WorkspaceId;
  pairs: readonly { emailHash: string; formerHash: string }[];
};

/**
 * The statements that move suppressions from former hashes to today's. The old ones are deleted, so that whoever lifts an
 * opt-out does not find it there again.
 */
export function carrying(write: Builder, tables: Database["tables"], { workspaceId, pairs }: FormerHashes) {
  const { suppressions } = tables;
  const rows = pairs.map(({ emailHash, formerHash }) => [emailHash, formerHash]);
  const formers = pairs.map(({ formerHash }) => formerHash);
  const known = sql`select ${suppressions.workspaceId}, ${incomingText(0)}, ${suppressions.source}, ${suppressions.createdAt}, ${suppressions.ownerAt}
    from ${jsonSqlOf(tables).rows(JSON.stringify(rows))}
    join ${suppressions} on ${suppressions.workspaceId} = ${workspaceId} and ${suppressions.emailHash} = ${incomingText(1)}
    where true`;
  return {
    carried: write
      .insert(suppressions)
      .select(known)
      .onConflictDoUpdate({
        target: [suppressions.workspaceId, suppressions.emailHash],
        set: { source: "recipient", ownerAt: sql`coalesce(${suppressions.ownerAt}, excluded."ownerAt")` },
        setWhere: sql`excluded."source" = 'recipient'`,
      }),
    forgotten: write
      .delete(suppressions)
      .where(
        and(eq(suppressions.workspaceId, workspaceId), isListed(tables, suppressions.emailHash, formers)),
      ),
  };
}

/**
 * The statements that opt out a mail's lead even if it has another address by now, because whoever has the mail spoke for
 * that lead. It was the workspace that said the new address is theirs, so it may lift this opt-out.
 */
export function optingMovedOut(
  write: Builder,
  tables: Database["tables"],
  mail: { workspaceId: WorkspaceId; leadId: string; email: string; now: number },
) {
  const { leads, suppressions } = tables;
  const { workspaceId, leadId, email, now } = mail;
  const isMoved = and(eq(leads.workspaceId, workspaceId), eq(leads.id, leadId), ne(leads.email, email));
  const of = sql`select ${leads.workspaceId}, ${leads.emailHash}, 'owner', cast(${now} as bigint), null`;
  return {
    movedSuppressed: write
      .insert(suppressions)
      .select(sql`${of} from ${leads} where ${isMoved}`)
      .onConflictDoUpdate(onTopOf(tables, { source: "owner", now })),
    movedOut: write
      .update(leads)
      .set({ optout: true, updatedAt: now })
      .where(and(isMoved, eq(leads.optout, false))),
  };
}

/** Used for every few mails that go out, so its SQL is built once. */
function readSuppressed(read: Builder, tables: Database["tables"]) {
  const { placeholder } = sql;
  return readingAmong(read, tables, {
    workspaceId: placeholder("workspaceId"),
    hashes: placeholder("hashes"),
  });
}

function readBounced(read: Builder, tables: Database["tables"]) {
  const { bouncedAddresses: addresses } = tables;
  const { placeholder } = sql;
  return read
    .select({ emailHash: addresses.emailHash })
    .from(addresses)
    .where(
      and(
        eq(addresses.workspaceId, placeholder("workspaceId")),
        isListed(tables, addresses.emailHash, placeholder("hashes")),
        isBounced(tables),
      ),
    );
}

/** The statement that reads which of these addresses are suppressed, and by whom. */
export function readingSuppressed(
  write: Builder,
  tables: Database["tables"],
  { workspaceId, emailHashes }: { workspaceId: WorkspaceId; emailHashes: readonly string[] },
) {
  return readingAmong(write, tables, { workspaceId, hashes: emailHashes });
}

function readingAmong(
  read: Builder,
  tables: Database["tables"],
  {
    workspaceId,
    hashes,
  }: { workspaceId: WorkspaceId | Placeholder; hashes: readonly string[] | Placeholder },
) {
  const { suppressions } = tables;
  return read
    .select({ emailHash: suppressions.emailHash, source: suppressions.source })
    .from(suppressions)
    .where(and(eq(suppressions.workspaceId, workspaceId), isListed(tables, suppressions.emailHash, hashes)));
}
