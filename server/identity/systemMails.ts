import { ownWorkspaceOf, type UserId } from "../../contract/identity/scope.ts";
import { noticeLimits, passwordResetLimits } from "../../contract/limits/identity.ts";
import { minuteMs } from "../../contract/limits/units.ts";
import { type MailTexts, mailTexts } from "../../contract/texts/mails.ts";
import { createUserStore, type User } from "../../db/stores/identity/users.ts";
import { createKeyStore } from "../../db/stores/keys/keys.ts";
import { createWebhookStore } from "../../db/stores/webhooks/webhooks.ts";
import type { Core } from "../core/core.ts";
import { inTexts, inWords } from "../core/inWords.ts";
import { createRateLimiter } from "../http/middleware/rateLimit.ts";
import type { JobHandler, JobUnderWay } from "../jobs/handler.ts";
import { JobFault } from "../jobs/JobFault.ts";
import { createReturnLetters } from "../tracking/index.ts";
import { deviceInWords } from "./device.ts";
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
  const returnLetterOf = createReturnLetters(core);
  const programs = createPrograms(core);
  const limiter = createRateLimiter(core, { name: "noticesPerAccount", rate: noticeLimits.perAccount });

  /** Counts a notice, unless there were too many; what is counted and does not go is taken back. */
  async function counted({ payload }: Pick<JobUnderWay, "payload">) {
    const what = letter.parse(payload);
    if (!core.settings.rateLimits || !("userId" in what)) return { mayGo: true, async undo() {} };
    const key = `${what.letter} ${what.userId}`;
    return { mayGo: (await limiter.hit(key)) === null, undo: () => limiter.undo(key) };
  }

  async function written({
    id,
    payload,
  }: JobUnderWay): Promise<{ to: string; subject: string; text: string } | null> {
    const what = letter.parse(payload);
    if (what.letter === "comeBack") return returnLetterOf(what);
    if (what.letter === "passwordReset") {
      const user = await users.byEmail(core.secrets.open(what.address, resetAddressPlace(id)));
      return user && { to: user.email, ...resetLetter(user, await links.make(user.id)) };
    }
    const user = await users.byId(what.userId);
    const site = core.settings.publicUrl;
    const hasPrograms = what.letter === "passwordChanged" && (await programs.areThere(what.userId));
    return user && { to: user.email, ...noticeLetter({ what, user, site, hasPrograms }) };
  }

  return {
    async run(job) {
      if (mailer === null) throw new JobFault("no_account", inTexts(mailTexts).noAccount, { isFinal: true });
      const mail = await written(job);
      // Nobody has this address, or has an account any more.
      if (mail === null) return;
      const notice = await counted(job);
      if (!notice.mayGo) return;
      const outcome = await mailer.send({ id: job.id, ...mail });
      if (outcome.kind === "sent") return;
      await notice.undo();
      const isFinal = outcome.kind === "refused" || outcome.kind === "uncertain";
      const { notSent, recipient } = inTexts(mailTexts);
      const why = inWords(outcome.reason).replaceAll(mail.to, recipient);
      throw new JobFault(`mail_${outcome.kind}`, notSent(why), { isFinal });
    },
  };
}

type Notice = {
  what: Exclude<Letter, { letter: "passwordReset" | "comeBack" }>;
  user: User;
  site: string | null;
  /** Whether programs act for them that a new password does not stop. */
  hasPrograms: boolean;
};

function createPrograms({ database }: Pick<Core, "database">) {
  const keys = createKeyStore(database);
  const webhooks = createWebhookStore(database);
  return {
    async areThere(userId: UserId): Promise<boolean> {
      const workspaceId = ownWorkspaceOf(userId);
      if ((await keys.ofWorkspace(workspaceId)).length > 0) return true;
      return (await webhooks.ownedBy(workspaceId)).length > 0;
    },
  };
}

function noticeLetter({ what, user, site, hasPrograms }: Notice): { subject: string; text: string } {
  const texts = inTexts(mailTexts);
  const when = `${new Date(what.at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  if (what.letter === "webhookPaused" || what.letter === "readingStopped") {
    const { subject, told, help } = texts[what.letter];
    const lines = [
      texts.hello(user.firstName),
      "",
      told({ name: what.name, when }),
      "",
      help,
      "",
      `${site}/app#${what.letter === "webhookPaused" ? "api" : "accounts"}`,
    ];
    return { subject, text: lines.join("\r\n") };
  }
  const { told, page } = toldOf(what, { texts, when });
  const { subject, help } = texts[what.letter];
  return {
    subject,
    text: [
      texts.hello(user.firstName),
      "",
      told,
      "",
      texts.nothingToDo,
      help,
      "",
      `${site}${page}`,
      ...(hasPrograms ? ["", texts.passwordChanged.programs, "", `${site}/app#api`] : []),
    ].join("\r\n"),
  };
}

type Changed = Extract<
  Notice["what"],
  { letter: "passwordChanged" | "newDevice" | "keyMade" | "webhookAimed" }
>;

/** What was done in somebody's name, and the page where they undo it if it was not they. */
function toldOf(what: Changed, { texts, when }: { texts: MailTexts; when: string }) {
  if (what.letter === "passwordChanged") return { told: texts.passwordChanged.told(when), page: "/forgot" };
  if (what.letter === "keyMade") {
    const { lastFour } = what;
    return { told: texts.keyMade.told({ name: withoutHosts(what.name), lastFour, when }), page: "/app#api" };
  }
  if (what.letter === "webhookAimed") {
    const shown = { name: withoutHosts(what.name), host: withoutHosts(what.host), when };
    return { told: texts.webhookAimed.told(shown), page: "/app#api" };
  }
  const device = withoutHosts(deviceInWords(what.device));
  return { told: texts.newDevice.told({ device, when }), page: "/account" };
}

/** Whoever made it named it as they liked, and mail programs make a link of whatever looks like a host. */
function withoutHosts(text: string): string {
  return text.replaceAll(".", " ");
}

function resetLetter({ firstName }: { firstName: string }, link: string): { subject: string; text: string } {
  const { hello, passwordReset } = inTexts(mailTexts);
  const { subject, told, setIt, notYou } = passwordReset;
  return {
    subject,
    text: [
      hello(firstName),
      "",
      told,
      setIt(passwordResetLimits.linkMs / minuteMs),
      "",
      link,
      "",
      notYou,
    ].join("\r\n"),
  };
}
