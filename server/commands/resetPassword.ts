import { v7 } from "uuid";
import { isStrongPassword } from "../../contract/identity/passwordRules.ts";
import { passwordResetLimits } from "../../contract/limits/identity.ts";
import { minuteMs } from "../../contract/limits/units.ts";
import { exactTexts } from "../../contract/texts/exact.ts";
import { adminTexts } from "../../contract/texts/terminal/admin.ts";
import type { Database } from "../../db/database.ts";
import { createSignInMethodStore } from "../../db/stores/identity/signInMethods.ts";
import { createUserStore, type User } from "../../db/stores/identity/users.ts";
import { inTexts } from "../core/inWords.ts";
import { refuseGuessable } from "../identity/guessablePasswords.ts";
import { createNotices } from "../identity/notices.ts";
import { createLinks } from "../identity/passwordResets.ts";
import { createPasswords } from "../identity/passwords.ts";
import type { Settings } from "../settings/settings.ts";
import { printExactly, printLine, printNote } from "./print.ts";
import { securityLogOf } from "./securityLogOf.ts";

export type ResetOptions = { ask?: boolean; passwordStdin?: boolean };

/** Reads a new password for whoever runs the installation: typed unseen at the terminal, or all of stdin. */
export type ReadPassword = (from: "terminal" | "stdin") => Promise<string>;

type Reset = {
  database: Database;
  settings: Settings;
  email: string;
  options: ResetOptions;
  readPassword: ReadPassword;
};

/**
 * Helps somebody who has forgotten the password: prints a link for them that works once, or sets what is typed.
 * @throws {Error} when nobody has this e-mail, or the password is too weak.
 */
export async function resetPassword({
  database,
  settings,
  email,
  options,
  readPassword,
}: Reset): Promise<void> {
  const texts = inTexts(adminTexts).users;
  const user = await createUserStore(database).named(email);
  if (user === null) throw new Error(texts.nobody(email));
  if (options.ask || options.passwordStdin) {
    await set({ database, settings, user, password: await readPassword(options.ask ? "terminal" : "stdin") });
    printLine(texts.passwordChanged(user.email));
    return;
  }
  const publicUrl = settings.publicUrl ?? `http://localhost:${settings.port}`;
  const links = createLinks({ database, clock: { now: Date.now }, settings: { publicUrl } });
  const link = await links.make(user.id);
  securityLogOf(settings)({ event: "password_link_made", outcome: "done", user: user.id });
  // The link alone on stdout, so that it can be piped to wherever it is wanted.
  printNote(texts.link({ email: user.email, minutes: passwordResetLimits.linkMs / minuteMs }));
  printExactly(link);
}

type Setting = { database: Database; settings: Settings; user: User; password: string };

async function set(given: Setting): Promise<void> {
  if (!isStrongPassword(given.password)) throw new Error(inTexts(exactTexts).signupPassword);
  await refuseGuessable(given.password, given.user);
  const newHash = await createPasswords().hash(given.password);
  const { id: userId } = given.user;
  const notices = createNotices({ settings: given.settings, clock: { now: Date.now }, newId: v7 });
  // The server, or the next one to start, finds the job and mails it.
  const notice = notices.jobFor({ letter: "passwordChanged", userId });
  await createSignInMethodStore(given.database).setPassword({ userId, newHash, notice });
  securityLogOf(given.settings)({ event: "password_reset", outcome: "done", user: userId });
}
