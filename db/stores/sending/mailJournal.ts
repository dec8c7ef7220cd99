import { and, eq, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { type Builder, bound, type Database, type Following, following, type Shape } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import type { LeaseTicket } from "./leaseTicket.ts";

/** What a row of an account's journal says. Mails are told of by the ids of their deliveries. */
export type MailNote = {
  /** What stands before it is of no use any more: this says all of it again. */
  isWhole?: true;
  settled?: readonly string[];
  /** In one claim each, and in which minute they were counted against the account's budget. */
  claimed?: readonly { bucketAt: number; ids: readonly string[] }[];
  /** The server took them, and when. */
  taken?: readonly (readonly [id: string, at: number])[];
  notTaken?: readonly string[];
  /** Their end may leave from now on. */
  begun?: readonly string[];
};

export type NumberedNote = { number: number; note: MailNote };

/** What is known of a mail that was claimed and is not settled: "not begun" where its end cannot have left, or was not taken. */
export type OpenMail = { bucketAt: number | null; said: "not begun" | "in doubt" | { takenAt: number } };

/** What notes leave open, read in the order in which they were written. */
export function openIn(notes: readonly MailNote[]): Map<string, OpenMail> {
  const open = new Map<string, OpenMail>();
  const say = (id: string, said: OpenMail["said"]) => {
    const known = open.get(id);
    if (known !== undefined) known.said = said;
  };
  for (const { isWhole, settled = [], claimed = [], taken = [], notTaken = [], begun = [] } of notes) {
    if (isWhole) open.clear();
    for (const id of settled) open.delete(id);
    for (const { bucketAt, ids } of claimed)
      for (const id of ids) open.set(id, { bucketAt, said: "not begun" });
    for (const [id, takenAt] of taken) say(id, { takenAt });
    for (const id of notTaken) say(id, "not begun");
    for (const id of begun) open.set(id, { bucketAt: open.get(id)?.bucketAt ?? null, said: "in doubt" });
  }
  return open;
}

const value = sql.placeholder;

/** Written in a commit that names the account's lease. */
export function noting<const E extends Readonly<Record<string, unknown>>>(
  ticket: LeaseTicket,
  noteFrom: (earlier: E) => NumberedNote,
): Following<unknown> {
  return following(append, (earlier: E) => ({ ...ticket, ...noteFrom(earlier) }));
}

function append(builder: Builder, { mailJournal, accountLeases }: Tables) {
  const { credentialId, workspaceId, lease } = accountLeases;
  return builder.insert(mailJournal).select(
    builder
      .select({
        credentialId,
        workspaceId,
        lease,
        number: sql`cast(${value("number")} as bigint)`.as("number"),
        note: sql`cast(${sql.param(value("note"), mailJournal.note)} as jsonb)`.as("note"),
        place: sql`null`.as("place"),
      })
      .from(accountLeases)
      .where(
        and(
          eq(credentialId, value("credentialId")),
          eq(lease, value("lease")),
          isNotNull(accountLeases.holder),
        ),
      ),
  );
}

/**
 * PostgreSQL alone: a query that is given the account, and finds nothing where the lease is another's; in the same
 * statement the journal says that the mails begin. Whoever has the answer may let them go. Queries within the query are
 * built with `within`: with the other builder each of them would say it once more.
 */
export function afterNoting<R>(
  look: (builder: Builder, tables: Tables, credentialId: SQL, within: Builder) => PromiseLike<R>,
): Shape<R> {
  return (builder, tables) => {
    const postgres = builder as unknown as WithNoted;
    const noted = postgres.$with("noted").as(
      append(builder, tables).returning({
        credentialId: tables.mailJournal.credentialId,
        commit: unsynced,
      }),
    );
    return look(postgres.with(noted), tables, sql`(select "noted"."credentialId" from "noted")`, builder);
  };
}

/**
 * Has this statement's commit wait for no disk. The journal itself never does, since its table is UNLOGGED; but whatever reads
 * rows may find dead ones on their page, and then writes down, with the others, that it cleared them away.
 */
const unsynced = sql<string>`set_config('synchronous_commit', 'off', true)`.as("commit");

/** Statements that write within a statement are known to one of the two dialects alone. */
type WithNoted = {
  $with(name: string): { as(statement: unknown): object };
  with(noted: object): Builder;
};

/** Says all that is to be known anew, and forgets what was said of it before. */
export async function shortenJournal(
  database: Pick<Database, "ask">,
  { ticket, whole }: { ticket: LeaseTicket; whole: NumberedNote },
): Promise<void> {
  await database.ask(bound(replace, { ...ticket, ...whole }));
}

const replace = afterNoting((builder, { mailJournal }, credentialId) =>
  builder
    .delete(mailJournal)
    .where(
      and(
        eq(mailJournal.credentialId, credentialId),
        eq(mailJournal.lease, value("lease")),
        gt(mailJournal.number, 0),
        lt(mailJournal.number, value("number")),
      ),
    ),
);

/** Of whoever takes an account: how it finds what its last holder noted, and makes that its own. */
export function inheriting(write: Builder, tables: Tables, credentialId: string) {
  const { mailJournal, accountLeases } = tables;
  const isOf = eq(mailJournal.credentialId, credentialId);
  const lease = write
    .select({ lease: accountLeases.lease })
    .from(accountLeases)
    .where(eq(accountLeases.credentialId, credentialId));
  const before = sql`((${lease}) - 1)`;
  const isBelieved = sql`exists (select 1 from ${mailJournal} as "first" where "first"."credentialId" = ${credentialId}
    and "first"."lease" = ${before} and "first"."number" = 0 and "first"."place" = ${place})`;
  return {
    inherited: write
      .update(mailJournal)
      .set({ lease: sql`(${lease})` })
      .where(and(isOf, eq(mailJournal.lease, before), isBelieved))
      .returning({ number: mailJournal.number, note: mailJournal.note }),
    outlived: write.delete(mailJournal).where(and(isOf, lt(mailJournal.lease, sql`(${lease})`))),
    first: write
      .insert(mailJournal)
      .select(
        write
          .select({
            credentialId: accountLeases.credentialId,
            workspaceId: accountLeases.workspaceId,
            lease: accountLeases.lease,
            number: sql`0`.as("number"),
            note: sql`cast('{}' as jsonb)`.as("note"),
            place: sql`${place}`.as("place"),
          })
          .from(accountLeases)
          .where(eq(accountLeases.credentialId, credentialId)),
      )
      .onConflictDoNothing(),
  };
}

/**
 * Which database this is, through which history: another one where it was restored from a dump, or to a moment, or goes on
 * in the place of one that it followed. What was noted then says nothing of what has happened since.
 */
const place = sql`(select concat_ws(' ', (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
  '"mailJournal"'::regclass::oid))`;
