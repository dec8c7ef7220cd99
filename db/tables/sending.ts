import type { Kit } from "../kit/sqlite.ts";

/** Which sender has an account's lane, and until when it has to have said that it is still there. Times are the database's. */
const accountLeases = ({ table, text, int, json, index }: Kit) =>
  table(
    "accountLeases",
    {
      credentialId: text().primaryKey(),
      workspaceId: text().notNull(),
      /** Null where nobody has it. */
      holder: text(),
      /** Grows with each new holder: what an earlier one says is refused. */
      lease: int().notNull(),
      leaseUntil: int().notNull(),
      /** Why its lane does not send just now, for those who answer people elsewhere; null where it does. */
      waiting: json(),
    },
    (lease) => [index("accountLeases_holder").on(lease.holder)],
  );

/**
 * What whoever sends through an account says of its mails, a row at a time, for whoever finds it dead: which it claimed,
 * which had begun before their end could leave, what was said of them, which are settled. Rows of the lease that the
 * account is held by are read, in their order; see `db/stores/sending/mailJournal.ts`. PostgreSQL does not keep them through a fall of
 * its own (step 0038), so that no mail waits for the disk before it begins; whoever finds none of them knows nothing.
 */
const mailJournal = ({ table, text, int, json, primaryKey }: Kit) =>
  table(
    "mailJournal",
    {
      credentialId: text().notNull(),
      workspaceId: text().notNull(),
      lease: int().notNull(),
      number: int().notNull(),
      note: json().notNull(),
      /** Of the first row alone: in which database it was written. One that was restored elsewhere is not believed. */
      place: text(),
    },
    (row) => [primaryKey({ columns: [row.credentialId, row.lease, row.number] })],
  );

/** The senders there are, so that each takes its share. By the database's time. */
const senders = ({ table, text, int }: Kit) =>
  table("senders", { id: text().primaryKey(), leaseUntil: int().notNull() });

/** Single mails on their way from whoever was asked for one to whoever sends, and what came of them on the way back. */
const singleMails = ({ table, text, int, json, index }: Kit) =>
  table(
    "singleMails",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      credentialId: text().notNull(),
      sender: text().notNull(),
      recipient: text().notNull(),
      messageId: text().notNull(),
      /** The whole message, a character for each byte (mails are 7-bit text). */
      raw: text().notNull(),
      state: text<"waiting" | "sending" | "done">().notNull(),
      outcome: json(),
      /** By the database's time. */
      createdAt: int().notNull(),
    },
    (mail) => [index("singleMails_state").on(mail.state)],
  );

/** The tables of whoever sends. */
export const sendingTables = (kit: Kit) => ({
  accountLeases: accountLeases(kit),
  mailJournal: mailJournal(kit),
  senders: senders(kit),
  singleMails: singleMails(kit),
});
