import { createUserStore, type User } from "../../db/stores/identity/users.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import type { JobHandler, JobUnderWay } from "../jobs/handler.ts";
import { JobFault } from "../jobs/JobFault.ts";
import { type Letter, letter, resetAddressPlace } from "./letter.ts";
import { createLinks } from "./passwordResets.ts";
import { createSystemMailer } from "./systemMailer.ts";

/**
 * Writes and sends the installation's own mails. What its server says "later" to is tried again. One that may have
 * gone out is not; but one whose process died in the middle of it is, since a mail too many does less harm than a
 * warning that never came. Both have the same Message-ID.
 */
export function systemMailHandler(core: Core): JobHandler {
  const mailer = createSystemMailer(core);
  const users = createUserStore(core.database);
  const links = createLinks(core);

  async function written({
    id,
    payload,
  }: JobUnderWay): Promise<{ user: User; subject: string; text: string } | null> {
    const what = letter.parse(payload);
    if (what.letter === "passwordReset") {
      const user = await users.byEmail(core.secrets.open(what.address, resetAddressPlace(id)));
      return user && { user, ...resetLetter(user, await links.make(user.id)) };
    }
    const user = await users.byId(what.userId);
    return user && { user, ...noticeLetter({ what, user, site: core.settings.publicUrl }) };
  }

  return {
    async run(job) {
      if (mailer === null)
        throw new JobFault("no_account", "AMPLIFY_SYSTEM_SMTP is not set", { isFinal: true });
      const mail = await written(job);
      // Nobody has this address, or has an account any more.
      if (mail === null) return;
      const { user, ...text } = mail;
      const outcome = await mailer.send({ id: job.id, to: user.email, ...text });
      if (outcome.kind === "sent") return;
      const isFinal = outcome.kind === "refused" || outcome.kind === "uncertain";
      throw new JobFault(
        `mail_${outcome.kind}`,
        `A mail of this installation's own could not be sent (AMPLIFY_SYSTEM_SMTP): ${inWords(outcome.reason).replaceAll(user.email, "the recipient")}`,
        { isFinal },
      );
    },
  };
}

type Notice = { what: Exclude<Letter, { letter: "passwordReset" }>; user: User; site: string | null };

function noticeLetter({ what, user, site }: Notice): { subject: string; text: string } {
  const when = `${new Date(what.at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const isPassword = what.letter === "passwordChanged";
  const told = isPassword
    ? `The password of your account with Amplify was changed (${when}).`
    : `Somebody signed in to your account with Amplify from a device that had not signed in lately: ${what.device} (${when}).`;
  const help = isPassword
    ? ["If it was not you, set a new one at once:", "", `${site}/forgot`]
    : ["If it was not you, change your password, which signs out everybody else:", "", `${site}/account`];
  return {
    subject: isPassword ? "Your password was changed" : "A sign-in from a new device",
    text: [
      ...[`Hello ${user.firstName},`, "", told, "", "If it was you, there is nothing to do."],
      ...help,
    ].join("\r\n"),
  };
}

function resetLetter({ firstName }: { firstName: string }, link: string): { subject: string; text: string } {
  return {
    subject: "Your link to a new password",
    text: [
      `Hello ${firstName},`,
      "",
      "Somebody, probably you, asked for a new password for your account with Amplify.",
      "Set it here within the next 30 minutes; the link works once:",
      "",
      link,
      "",
      "If it was not you, there is nothing to do: your password stays as it is.",
    ].join("\r\n"),
  };
}
