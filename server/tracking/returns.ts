import { recipientLimits } from "../../contract/limits/recipients.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import { createOptoutStore, type Leaving } from "../../db/stores/tracking/optouts.ts";
import { createRecipientStore, type RecipientRow } from "../../db/stores/tracking/recipients.ts";
import type { Core } from "../core/core.ts";
import { createRateLimiter } from "../http/middleware/rateLimit.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { campaignSender, campaignSenderText } from "../sending/campaignSender.ts";
import { withoutTail } from "./withoutTail.ts";

/** What the page says behind the link of a mail that lets somebody come back. */
export type Return = { from: string | null; email: string; state: "asking" | "back" | "keptOut" };

/**
 * The way back of whoever unsubscribed by mistake: a mail to the address itself, with a link that works for a day.
 * Whoever got a mail forwarded can unsubscribe its recipient, but not subscribe them again.
 */
export function createReturns(core: Core, { jobs }: { jobs: Pick<Jobs, "ask"> }) {
  const optouts = createOptoutStore(core.database);
  const recipients = createRecipientStore(core.database);
  const suppressions = createSuppressionStore(core.database);
  const limiter = (name: "returnMailsPerAddress" | "returnMailsPerWorkspace") =>
    createRateLimiter(core, { name, rate: recipientLimits[name] });
  const toAddress = limiter("returnMailsPerAddress");
  const ofWorkspace = limiter("returnMailsPerWorkspace");

  async function openedBy(token: string) {
    const signed = core.secrets.verify("return", withoutTail(token)) ?? "";
    const [optoutId = "", issued = ""] = signed.split("~");
    const age = core.clock.now() - Number(issued);
    if (optoutId === "" || age > recipientLimits.returnLinkMs) return null;
    const optout = await optouts.one(optoutId);
    const recipient = optout && (await recipients.recipientOf(optout.deliveryId));
    if (optout === null || recipient === null) return null;
    return { optout, email: recipient.email, from: recipient.from && campaignSenderText(recipient.from) };
  }

  type Opened = NonNullable<Awaited<ReturnType<typeof openedBy>>>;

  /** How it stands once the link has done its work; null where they left once more. The sender may keep them out. */
  async function standing({ optout, email, from }: Opened): Promise<Return | null> {
    const said = await suppressions.saidOf(optout);
    if (said?.source === "recipient" && said.ownerAt === null) return null;
    return { email, from, state: said === null ? "back" : "keptOut" };
  }

  return {
    /** A mail of the sandbox reached nobody: whoever holds its link is its sender, who has no stranger written to. */
    canMail: ({ provider }: Pick<RecipientRow, "provider">) =>
      core.settings.systemSmtp !== null && provider !== "sandbox",

    /**
     * Writes the job of a mail, unless one went to the address a short while ago, or too many did: to it, or to people whom
     * one workspace wrote to. Its owner has the links of all its mails, and could have this installation write to anybody.
     */
    async askFor({ email, ...leaving }: Leaving & { email: string }): Promise<void> {
      const { now, emailHash, workspaceId } = leaving;
      const isLimited = core.settings.rateLimits;
      if (isLimited && (await toAddress.hit(emailHash)) !== null) return;
      if (isLimited && (await ofWorkspace.hit(workspaceId)) !== null) return;
      const after = now - recipientLimits.returnMailEveryMs;
      const asked = await optouts.askBack({ ...leaving, after });
      if (asked === null) {
        if (isLimited) await ofWorkspace.undo(workspaceId);
        return;
      }
      const payload = { letter: "comeBack", optoutId: asked.id, at: now };
      await jobs.ask({ id: core.newId(), kind: "systemMail", payload });
    },

    /** Changes nothing: scanners follow every link of a mail. */
    async find(token: string): Promise<Return | null> {
      const opened = await openedBy(token);
      if (opened === null) return null;
      const { optout, email, from } = opened;
      return optout.returnedAt === null ? { email, from, state: "asking" } : standing(opened);
    },

    /** Takes back the recipient's own word. Where the owner opted them out too, that stays. */
    async comeBack(token: string): Promise<Return | null> {
      const opened = await openedBy(token);
      if (opened === null) return null;
      const { workspaceId, emailHash, returnedAt } = opened.optout;
      // A link that has done its work does nothing to somebody who left once more.
      if (returnedAt === null)
        await optouts.comeBack({ workspaceId, emailHash, email: opened.email, now: core.clock.now() });
      return standing(opened);
    },
  };
}

/** What the mail says, or null where there is nothing to come back from any more. */
export function createReturnLetters(core: Pick<Core, "database" | "secrets" | "settings">) {
  const optouts = createOptoutStore(core.database);
  const recipients = createRecipientStore(core.database);
  return async function letterOf({ optoutId, at }: { optoutId: string; at: number }) {
    const optout = await optouts.one(optoutId);
    const recipient = optout && (await recipients.recipientOf(optout.deliveryId));
    if (optout === null || recipient === null || optout.returnedAt !== null) return null;
    // Without the name, which the sender words as they like: this mail comes from us, and says nothing for them.
    const from = recipient.from === null ? "a sender" : campaignSender(recipient.from).address;
    const link = `${core.settings.publicUrl}/r/${core.secrets.sign("return", `${optoutId}~${at}`)}`;
    return {
      to: recipient.email,
      subject: "Get these mails again?",
      text: [
        `Somebody, probably you, asked to get mails from ${from} at this address again.`,
        "",
        "Confirm it here within the next 24 hours:",
        "",
        link,
        "",
        "If it was not you, there is nothing to do: you stay unsubscribed.",
      ].join("\r\n"),
    };
  };
}
