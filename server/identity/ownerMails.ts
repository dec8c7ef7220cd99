import { createUserStore, type User } from "../../db/stores/identity/users.ts";
import type { Core } from "../core/core.ts";
import type { Identity, OwnerNotice } from "./identity.ts";
import type { SystemMailer } from "./systemMailer.ts";

/**
 * Tells people by mail what they should know of at once if it was not they: a changed password, a sign-in from a
 * device that they have not signed in on lately. Whoever did it waits for nothing and sees nothing of it.
 */
export function mailOwners(
  core: Core,
  { identity, mailer }: { identity: Pick<Identity, "onNotice">; mailer: SystemMailer | null },
): { close(): Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  if (mailer === null) return { close: () => last };
  const users = createUserStore(core.database);
  const post = async (notice: OwnerNotice, at: Date) => {
    const user = await users.byId(notice.userId);
    if (user !== null)
      mailer.post({ to: user.email, ...letterOf({ notice, user, at, site: core.settings.publicUrl }) });
  };
  identity.onNotice((notice) => {
    const at = new Date(core.clock.now());
    last = last
      .then(() => post(notice, at))
      .catch((error) =>
        core.log.error("The owner of an account could not be told of a change", {
          user: notice.userId,
          error,
        }),
      );
  });
  return { close: () => last };
}

type Letter = { notice: OwnerNotice; user: User; at: Date; site: string | null };

function letterOf({ notice, user, at, site }: Letter): { subject: string; text: string } {
  const when = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const isPassword = notice.kind === "passwordChanged";
  const what = isPassword
    ? `The password of your account with Amplify was changed (${when}).`
    : `Somebody signed in to your account with Amplify from a device that had not signed in lately: ${notice.device} (${when}).`;
  const help = isPassword
    ? ["If it was not you, set a new one at once:", "", `${site}/forgot`]
    : ["If it was not you, change your password, which signs out everybody else:", "", `${site}/account`];
  return {
    subject: isPassword ? "Your password was changed" : "A sign-in from a new device",
    text: [`Hello ${user.firstName},`, "", what, "", "If it was you, there is nothing to do.", ...help].join(
      "\r\n",
    ),
  };
}
