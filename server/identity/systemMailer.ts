import type { Outcome } from "../../contract/sending/outcome.ts";
import type { Core } from "../core/core.ts";
import { systemMail } from "../sending/mail/systemMail.ts";
import type { Sender } from "../sending/senders/sender.ts";

/** `id` names the mail: two of the same are one. */
type SystemLetter = { id: string; to: string; subject: string; text: string };

type SystemMailer = { send(letter: SystemLetter): Promise<Outcome> };

/** Sends the installation's own mail. Null where the installation has no account for such mail. */
export function createSystemMailer(core: Pick<Core, "settings" | "clock">): SystemMailer | null {
  const { systemSmtp } = core.settings;
  if (systemSmtp === null) return null;
  const { from, ...server } = systemSmtp;
  return {
    /**
     * With a connection for each mail: such mails are few, and an idle connection would be dead by the next. With
     * nodemailer: speed does not matter here, and a password link that somebody waits for does not depend on a client
     * of our own.
     */
    async send(letter) {
      const { createSmtpSender } = await import("../sending/senders/smtp.ts");
      const { openNodemailerConnection } = await import("../sending/senders/nodemailerConnection.ts");
      const sender: Sender = createSmtpSender({ ...server, connections: 1 }, openNodemailerConnection);
      try {
        return await sender.send(systemMail({ ...letter, from, date: new Date(core.clock.now()) }));
      } finally {
        await sender.close();
      }
    },
  };
}
