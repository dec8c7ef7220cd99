import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "../../contract/identity/scope.ts";
import { passwordResetLimits } from "../../contract/limits/identity.ts";
import { minuteMs } from "../../contract/limits/units.ts";
import { refused } from "../../contract/refused.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { createPasswordResetStore } from "../../db/stores/identity/passwordResets.ts";
import { createSignInMethodStore } from "../../db/stores/identity/signInMethods.ts";
import type { Core } from "../core/core.ts";
import { inTexts } from "../core/inWords.ts";
import { createRateLimiter } from "../http/middleware/rateLimit.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { refuseGuessable } from "./guessablePasswords.ts";
import type { Identity } from "./identity.ts";
import { type Letter, resetAddressPlace } from "./letter.ts";

export type PasswordResets = ReturnType<typeof createPasswordResets>;

/** A new password for somebody who has forgotten the old one, by a link that goes to their own mailbox. */
export function createPasswordResets(core: Core, parts: { identity: Identity; jobs: Pick<Jobs, "ask"> }) {
  const { identity, jobs } = parts;
  const resets = createPasswordResetStore(core.database);
  const methods = createSignInMethodStore(core.database);
  const limiter = createRateLimiter(core, {
    name: "passwordResetPerAccount",
    rate: passwordResetLimits.perAccount,
  });
  // Said to nobody: an answer about it would tell that somebody asked before.
  const isTooMany = async (email: string) => core.settings.rateLimits && (await limiter.hit(email)) !== null;

  return {
    /**
     * Has a link mailed if the address has an account. That is looked up when the mail is written and the answer waits
     * for the same whoever it is, so neither its words nor its time tell whether there is one.
     * @throws {Refusal} unavailable where no mail can be sent.
     */
    async ask({ email }: { email: string }): Promise<{ message: string }> {
      if (core.settings.systemSmtp === null) throw refused("reset_unavailable");
      if (!(await isTooMany(email))) {
        const id = core.newId();
        const address = core.secrets.seal(email, resetAddressPlace(id));
        const payload: Letter = { letter: "passwordReset", address };
        await jobs.ask({ id, kind: "systemMail", payload });
      }
      // Everybody is told the same, whoever they are.
      return { message: inTexts(answerTexts).identity.passwordLink(passwordResetLimits.linkMs / minuteMs) };
    },

    /** Sets a new password and ends every session. @throws {Refusal} bad_request for a dead link; unavailable. */
    async use({ token, password, address }: { token: string; password: string; address: string }) {
      const event = { event: "password_reset", from: address } as const;
      const dead = () => {
        core.securityLog({ ...event, outcome: "refused", code: "bad_request" });
        return refused("reset_link_dead");
      };
      const link = { id: resetIdOf(token), createdSince: core.clock.now() - passwordResetLimits.linkMs };
      const owner = await resets.owner(link);
      // Before the hash, which costs: a stranger with a made-up link must not keep the processor busy.
      if (owner === null) throw dead();
      await refuseGuessable(password, owner);
      const newHash = await identity.hash(password);
      const notice = identity.notices.jobFor({ letter: "passwordChanged", userId: owner.id });
      const ended = await methods.setPassword({ userId: owner.id, newHash, link, notice });
      if (ended === null) throw dead();
      identity.sessionsEnded(ended);
      await identity.forgive({ email: owner.email, address });
      identity.notices.written();
      core.securityLog({ ...event, outcome: "done", user: owner.id });
    },
  };
}

type LinkCore = Pick<Core, "database" | "clock"> & { settings: Pick<Core["settings"], "publicUrl"> };

/** Makes links; the token is in the mail and nowhere else, and behind a `#`, which no server and no log gets to see. */
export function createLinks(core: LinkCore) {
  const resets = createPasswordResetStore(core.database);
  return {
    async make(userId: UserId): Promise<string> {
      const token = randomBytes(passwordResetLimits.tokenBytes).toString("base64url");
      const now = core.clock.now();
      await resets.add({
        reset: { id: resetIdOf(token), userId, createdAt: now },
        forgetBefore: now - passwordResetLimits.linkMs,
      });
      return `${core.settings.publicUrl}/reset#${token}`;
    },
  };
}

function resetIdOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
