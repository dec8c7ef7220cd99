import { isMachine, type MailRequest } from "../../contract/machines.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import { createRecipientStore } from "../../db/stores/tracking/recipients.ts";
import type { Core } from "../core/core.ts";
import { campaignSenderText } from "../sending/campaignSender.ts";

/**
 * What the unsubscribe page says. The address is masked: a link may be forwarded along with its mail. "nobody" is
 * for a genuine link of a mail that is in no campaign: a test mail.
 */
export type Recipient = { from: string | null; maskedEmail: string; isUnsubscribed: boolean } | "nobody";

export type RecipientsService = ReturnType<typeof createRecipientsService>;

/** The links that recipients' mails carry. A token is all they need; it says one delivery, for one purpose. */
export function createRecipientsService(core: Core) {
  const store = createRecipientStore(core.database);
  const suppressions = createSuppressionStore(core.database);

  async function rowOf(token: string) {
    const deliveryId = core.secrets.verify("unsubscribe", token);
    return deliveryId === null ? null : ((await store.recipientOf(deliveryId)) ?? "nobody");
  }

  return {
    /** Null for a token that was forged or made for another purpose. Changes nothing. */
    async find(token: string): Promise<Recipient | null> {
      const row = await rowOf(token);
      if (row === null || row === "nobody") return row;
      const emailHash = core.secrets.hashAddress(row.email);
      const isUnsubscribed = await suppressions.isSuppressed({ workspaceId: row.workspaceId, emailHash });
      return {
        from: row.from && campaignSenderText(row.from),
        maskedEmail: masked(row.email),
        isUnsubscribed,
      };
    },

    /** Suppresses the address for this sender and opts its lead out; again and again is fine. Null as for `find`. */
    async unsubscribe(token: string): Promise<Recipient | null> {
      const row = await rowOf(token);
      if (row === null || row === "nobody") return row;
      const { workspaceId, email } = row;
      const emailHash = core.secrets.hashAddress(email);
      await store.unsubscribe({ workspaceId, email, emailHash, now: core.clock.now() });
      return {
        from: row.from && campaignSenderText(row.from),
        maskedEmail: masked(email),
        isUnsubscribed: true,
      };
    },

    /**
     * Counts the first time a person's mail program asks for a delivery's picture, and apart from that the first
     * time a machine does.
     */
    async countOpen(token: string, request: MailRequest): Promise<void> {
      const deliveryId = core.secrets.verify("open", token);
      if (deliveryId === null || request.method !== "GET") return;
      const row = await store.recipientOf(deliveryId);
      const byMachine = isMachine(request);
      // Most requests are for a mail that was opened before; they should not take the write lock.
      // Denied since the mail went: the picture is answered, and nothing of it is kept.
      if (row === null || row.consent === "denied") return;
      if ((byMachine ? row.machineOpenedAt : row.openedAt) !== null) return;
      const first = { workspaceId: row.workspaceId, deliveryId, now: core.clock.now() };
      await (byMachine ? store.noteMachineOpen(first) : store.countFirstOpen(first));
    },
  };
}

function masked(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.lastIndexOf("@"))}`;
}
