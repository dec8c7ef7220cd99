import type { Scope } from "../../../contract/identity/scope.ts";
import { transactionalLimits as limits } from "../../../contract/limits/sending.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import { refused, refusedFor } from "../../../contract/refused.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type {
  TransactionalDetail,
  TransactionalMail,
  TransactionalPage,
  TransactionalQuery,
  TransactionalState,
  TransactionalStep,
} from "../../../contract/schemas/transactional.ts";
import { reasonIn } from "../../../db/stores/campaigns/deliveryReason.ts";
import type { DeliveryRow } from "../../../db/stores/campaigns/ledgerSending.ts";
import { createKindSuppressionStore } from "../../../db/stores/campaigns/transactional/kindSuppressions.ts";
import { createMailLogStore, type MailLogStore } from "../../../db/stores/campaigns/transactional/mailLog.ts";
import type { Core } from "../../core/core.ts";
import { inWords } from "../../core/inWords.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { campaignSenderText } from "../../sending/campaignSender.ts";
import { type Waiting, waitingOnTheWire } from "../../sending/dispatch/tally.ts";
import { messageIdOf } from "../mails.ts";

type Key = { scope: Scope; id: string };
type Found = NonNullable<Awaited<ReturnType<MailLogStore["one"]>>>;

/** What became of transactional mails, and trying one again. */
export function createMailLog(core: Core, { sender }: { sender: Pick<SendingPort, "tell" | "waitingsOf"> }) {
  const store = createMailLogStore(core.database);
  const suppressions = createKindSuppressionStore(core.database);

  async function found({ scope: { workspaceId }, id }: Key): Promise<Found> {
    const row = await store.one({ workspaceId, id });
    if (row === null) throw refused("mail_not_found");
    return row;
  }

  return {
    async list({ workspaceId }: Scope, query: TransactionalQuery): Promise<TransactionalPage> {
      const size = query.pageSize ?? limits.pageDefault;
      const rows = await store.pageOf({
        workspaceId,
        kind: query.kind ?? null,
        email: query.email ?? null,
        since: query.since ?? null,
        until: query.until ?? null,
        beforeId: query.before ?? null,
        state: query.state === undefined ? null : storedState(query.state),
        order: query.order ?? "desc",
        countMax: size + 1,
      });
      const items = rows.slice(0, size).map(shown);
      return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
    },

    /** @throws {Refusal} not_found. */
    async one(key: Key): Promise<TransactionalDetail> {
      const row = await found(key);
      const isOpen = row.delivery.state === "queued" || row.delivery.state === "deferred";
      const [waiting = null] = isOpen ? await sender.waitingsOf([row.part]) : [];
      return detailed(row, waiting);
    },

    /**
     * Puts a mail back in the queue that failed or whose end is uncertain, and lets one go on that waits for a person.
     * @throws {Refusal} not_found, or conflict where it is another one, its content was thrown away or its address takes none.
     */
    async retry(key: Key): Promise<void> {
      const { mail, part, delivery, call } = await found(key);
      const { workspaceId, campaignId } = mail;
      const now = core.clock.now();
      if (part.pausedBy === "person" && delivery.state !== "sent")
        await store.resume({ workspaceId, campaignId });
      if (!isEnded(delivery.state)) {
        if (part.pausedBy !== "person") throw refused("mail_not_failed");
      } else {
        if (call.emptiedAt !== null) throw refused("mail_emptied");
        // Put back, it would be left out for good. It stays as it is, and can go once the address takes mails again.
        const { kind, emailHash } = mail;
        const barred = await suppressions.among({ workspaceId, kind, emailHashes: [emailHash] });
        const why = barred.get(emailHash);
        if (why !== undefined) throw refusedFor("conflict", why);
        const expiresAt = now + (call.ttlSeconds ?? limits.ttlDefaultSeconds) * secondMs;
        if (!(await store.retry({ workspaceId, id: mail.id, campaignId, now, expiresAt })))
          throw refused("mail_not_failed");
      }
      void sender.tell({ kind: "reread", campaignId, workspaceId });
    },
  };
}

const isEnded = (state: DeliveryState) => state === "failed" || state === "uncertain";
const storedState = (state: TransactionalState): DeliveryState =>
  state === "suppressed" ? "skipped" : state;

type Shown = {
  mail: Pick<Found["mail"], "id" | "kind" | "email" | "name" | "createdAt">;
  subject: string;
  delivery: DeliveryRow;
};

function shown({ mail, subject, delivery }: Shown): TransactionalMail {
  const { id, kind, email, name, createdAt } = mail;
  const why = reasonIn(delivery);
  return {
    id,
    kind,
    email,
    name,
    subject,
    createdAt,
    sentAt: delivery.sentAt,
    state: delivery.state === "skipped" ? "suppressed" : delivery.state,
    reason: why && inWords(why),
    cause: why,
  };
}

function detailed(row: Found, waiting: Waiting | null): TransactionalDetail {
  const { mail, call, part, delivery, attachments } = row;
  const { templateId, templateVersion, emptiedAt } = call;
  const { waiting: why, waitingCause, nextAt } = waitingOnTheWire(waiting);
  const putOffUntil = delivery.state === "deferred" ? delivery.dueAt : null;
  return {
    ...shown({ mail, subject: part.subject, delivery }),
    from: campaignSenderText(part),
    account: part.credentialId,
    replyTo: call.replyTo,
    messageId: messageIdOf(mail.id, part.fromEmail),
    template:
      templateId === null || templateVersion === null ? null : { id: templateId, version: templateVersion },
    tags: call.tags,
    attachments,
    attempts: delivery.attempts,
    expiresAt: call.expiresAt,
    // Whichever is later: its own next try, or what nothing goes out before.
    nextAt: nextAt === null ? putOffUntil : Math.max(nextAt, putOffUntil ?? 0),
    waiting: why,
    waitingCause,
    history: historyOf(row),
    mayRetry: isEnded(delivery.state) && emptiedAt === null,
  };
}

function historyOf({ mail, delivery }: Found): TransactionalStep[] {
  const steps: [TransactionalStep["what"], number | null][] = [
    ["accepted", mail.createdAt],
    ["tried", delivery.firstTriedAt],
    ["sent", delivery.sentAt],
    ["opened", delivery.openedAt],
    ["clicked", delivery.clickedAt],
  ];
  return steps.flatMap(([what, at]) => (at === null ? [] : [{ what, at }]));
}
