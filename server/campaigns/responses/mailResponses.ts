import { normalAddress } from "../../../contract/address.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { inboundMailLimits as limits } from "../../../contract/limits/accounts/inboundMails.ts";
import type { Topic } from "../../../contract/realtime/changes.ts";
import { reason } from "../../../contract/reasons.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { createResponseStore, type OurMail } from "../../../db/stores/inbound/responses.ts";
import type { Core } from "../../core/core.ts";
import { systemWaits, type Waits } from "../../core/waits.ts";
import {
  type Bounce,
  type Finding,
  type InboundMail,
  type InboundMails,
  mayConcernUs,
  readInbound,
} from "../../inbound/index.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { messageIdOf } from "../mails.ts";
import { createResponsePauses } from "./pauses.ts";

type Parts = {
  sender: Pick<SendingPort, "tell">;
  /** What a recipient's link does, for whoever asks by mail. */
  recipients: { unsubscribe(token: string): Promise<unknown> };
  /** Tells whoever watches a workspace. */
  onChange(change: { workspaceId: WorkspaceId; topics: readonly Topic[]; by: string | null }): void;
  waits?: Pick<Waits, "after">;
};

/** What became of mails, as the mailboxes tell that may be read: they came back, were complained of, or answered. */
export function createMailResponses(core: Core, { waits = systemWaits, ...parts }: Parts): InboundMails {
  const store = createResponseStore(core.database);
  const taking = createTaking(core, parts);

  /** The mail that something is about: the first that it names and that this account sent. */
  async function oursIn({ workspaceId, credentialId }: InboundMail, ids: readonly string[]) {
    const named = ids.map((id) => id.slice(0, id.indexOf("@")).toLowerCase());
    const found = await store.oursOf({ workspaceId, credentialId, ids: named });
    // Its part was given another account, or it is tried again from another: its own is the one that got the answer.
    const sent = found.map(({ askedBy, ...mail }): OurMail => {
      const isItsOwn = mail.credentialId === credentialId;
      return isItsOwn ? mail : { ...mail, credentialId, fromEmail: askedBy };
    });
    // Somebody else's Message-ID may begin as one of ours does.
    const known = new Map(sent.map((mail) => [messageIdOf(mail.id, mail.fromEmail).toLowerCase(), mail]));
    return ids.map((id) => known.get(`<${id.toLowerCase()}>`)).find((mail) => mail !== undefined) ?? null;
  }

  /** An answer may be here before it is written down that the mail has gone. */
  async function settled(mail: InboundMail, ids: readonly string[]): Promise<OurMail | null> {
    for (let waitedMs = 0; ; waitedMs += limits.settleLookMs) {
      const ours = await oursIn(mail, ids);
      if (ours?.state !== "sending") return ours;
      if (waitedMs >= limits.settleMs) throw new Error("what came of a mail is not written down yet");
      await new Promise<void>((then) => waits.after(limits.settleLookMs, then));
    }
  }

  return {
    mayConcernUs,

    async take(mail) {
      const finding = await readInbound(mail.raw);
      if (finding === null || finding.kind === "autoReply") return;
      if (finding.kind === "unsubscribe") {
        await parts.recipients.unsubscribe(finding.token);
        return parts.onChange({ workspaceId: mail.workspaceId, topics: ["leads", "campaigns"], by: null });
      }
      // Where a lead is somebody of the workspace, our next mail of a thread comes to a mailbox that is read.
      if (finding.kind === "reply" && (await oursIn(mail, finding.ownIds)) !== null) return;
      const ours = await settled(mail, finding.ids);
      if (ours !== null) await taking.take(ours, finding, mail.receivedAt);
    },
  };
}

/**
 * Whether an address takes mails and passes them on, to a mailbox of another name that does not: others of a list may well have
 * got it. Within a provider's own network a mailbox keeps its name.
 */
function isPassedOn(address: string, finals: readonly string[]): boolean {
  const name = nameOf(address);
  return finals.length > 0 && finals.every((final) => nameOf(final) !== name);
}

/** The part before the at sign, without what somebody added to it to tell mails apart. */
function nameOf(address: string): string {
  return address.slice(0, address.lastIndexOf("@")).replace(/\+.*$/, "");
}

type Response = Exclude<Finding, { kind: "autoReply" | "unsubscribe" }>;

/** What follows from what is known to be about a mail of ours. */
function createTaking(core: Core, { sender, onChange }: Pick<Parts, "sender" | "onChange">) {
  const store = createResponseStore(core.database);
  const plans = createPlanStore(core.database);
  const pause = createResponsePauses(core, { sender });

  /** Whether the address takes no mail, as far as the report is about the very address that the mail went to. */
  function returnedOf(mail: OurMail, bounced: Bounce, at: number) {
    const { recipients, finals, isAddressFault, isSoft, words } = bounced;
    const address = normalAddress(mail.email);
    const isIts = recipients.includes(address);
    if (!isIts || !(isAddressFault || isSoft)) return null;
    const { workspaceId } = mail;
    return {
      workspaceId,
      emailHash: core.secrets.hashAddress(mail.email),
      at,
      words: words.slice(0, limits.wordsMax),
      isForGood: isAddressFault && !isSoft && !isPassedOn(address, finals),
    };
  }

  async function bounce(mail: OurMail, bounced: Bounce, at: number): Promise<boolean> {
    // It was sent again since: what came back is the mail from before.
    if (mail.sentAt !== null && at + limits.clockSlackMs < mail.sentAt) return false;
    const code = bounced.isSoft ? "bounced_for_now" : "bounced";
    const status = bounced.status === "" ? null : bounced.status;
    const why = reason(code, { status }, bounced.words.slice(0, limits.wordsMax) || null);
    return store.bounce({ mail, why, at, address: returnedOf(mail, bounced, at) });
  }

  async function complain(mail: OurMail, at: number): Promise<boolean> {
    const { id: deliveryId, workspaceId, leadId, campaignId, email, kind } = mail;
    const [id, now, emailHash] = [core.newId(), core.clock.now(), core.secrets.hashAddress(email)];
    if (kind === null) {
      const leaving = { id, workspaceId, emailHash, leadId, campaignId, deliveryId, now, email };
      return store.complain({ mail, at, leaving, suppressed: null });
    }
    const sealedEmail = core.secrets.seal(email, { workspaceId, rowId: id, field: "suppressedEmail" });
    const suppressed = { id, workspaceId, kind, emailHash, sealedEmail, createdAt: now };
    return store.complain({ mail, at, leaving: null, suppressed: { ...suppressed, cause: "complained" } });
  }

  async function reply(mail: OurMail, from: string, at: number): Promise<boolean> {
    // What somebody wrote who sits before this very mailbox is no answer to it.
    if (normalAddress(from) === normalAddress(mail.fromEmail)) return false;
    const plan = mail.planId === null ? null : await plans.byId(mail.planId);
    const endsSequence = plan?.kind === "sequence" && plan.content?.stop.onReply === true;
    return store.reply({ mail, at, endsSequence });
  }

  return {
    async take(mail: OurMail, finding: Response, at: number): Promise<void> {
      const isNew =
        finding.kind === "bounce"
          ? await bounce(mail, finding, at)
          : finding.kind === "complaint"
            ? await complain(mail, at)
            : await reply(mail, finding.from, at);
      if (!isNew) return;
      const { workspaceId, planId, campaignId } = mail;
      // Its lane counts anew, and finishes where nothing is left.
      void sender.tell({ kind: "reread", campaignId, workspaceId });
      if (planId !== null && finding.kind !== "reply")
        await pause({ workspaceId, id: planId }, finding.kind === "bounce" ? "bounced" : "complained");
      onChange({
        workspaceId,
        topics: ["campaigns", "leads", "leadHistories", "credentials", "mails"],
        by: null,
      });
    },
  };
}
