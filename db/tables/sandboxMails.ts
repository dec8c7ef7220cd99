import type { Kit } from "../kit/sqlite.ts";

/** The built-in mailbox: what the sandbox account "sent", byte for byte (mails are 7-bit text). */
export const sandboxMails = ({ table, text, int, index }: Kit) =>
  table(
    "sandboxMails",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      messageId: text().notNull(),
      sender: text().notNull(),
      recipient: text().notNull(),
      subject: text().notNull(),
      raw: text().notNull(),
      receivedAt: int().notNull(),
    },
    (mail) => [index("sandbox_mails_owner").on(mail.ownerId, mail.id)],
  );
