import { and, asc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { DeliveryState } from "../../../../contract/schemas/campaign.ts";
import type { Builder, Database } from "../../../database.ts";
import { behind, inOrder } from "../../../keyset.ts";
import { isAccepted } from "../campaigns.ts";
import { reasonColumns } from "../deliveryReason.ts";

type MailKey = { workspaceId: WorkspaceId; id: string };

type MailQuery = {
  workspaceId: WorkspaceId;
  state: DeliveryState | null;
  kind: string | null;
  email: string | null;
  since: number | null;
  until: number | null;
  beforeId: string | null;
  order?: "asc" | "desc" | undefined;
  countMax: number;
};

export type MailLogStore = ReturnType<typeof createMailLogStore>;

/** The log of transactional mails: what became of each, and trying one again. */
export function createMailLogStore(database: Database) {
  return { ...listing(database), ...reading(database), ...retrying(database), ...resuming(database) };
}

function listing({ read, tables }: Database) {
  const { transactionalMails, deliveries, campaigns } = tables;
  const { isOfMail, isItsPart } = joins(tables);
  // As the index of what has not arrived says it: SQLite takes one for a question that says the very same.
  const isUnsent = and(
    eq(deliveries.workspaceId, transactionalMails.workspaceId),
    sql`${deliveries.leadId} = ${deliveries.id}`,
    sql`${deliveries.state} <> 'sent'`,
  );
  return {
    /** The newest first unless asked. */
    async pageOf({ workspaceId, beforeId, order = "desc", countMax, ...asked }: MailQuery) {
      const { id, kind, email, name, createdAt } = transactionalMails;
      const isRare = asked.state !== null && asked.state !== "sent";
      // Both are the same; an index gives the order of the one by which it is read.
      const place = isRare ? deliveries.id : id;
      return read
        .select({
          mail: { id, kind, email, name, createdAt },
          subject: campaigns.subject,
          delivery: deliveries,
        })
        .from(transactionalMails)
        .innerJoin(deliveries, isOfMail)
        .innerJoin(campaigns, isItsPart)
        .where(
          and(
            eq(transactionalMails.workspaceId, workspaceId),
            beforeId === null ? undefined : behind([place], { order, place: [beforeId] }),
            asked.kind === null ? undefined : eq(kind, asked.kind),
            asked.email === null ? undefined : eq(email, asked.email),
            asked.since === null ? undefined : gte(createdAt, asked.since),
            asked.until === null ? undefined : lt(createdAt, asked.until),
            asked.state === null ? undefined : eq(deliveries.state, asked.state),
            isRare ? isUnsent : undefined,
          ),
        )
        .orderBy(inOrder(place, order))
        .limit(countMax);
    },
  };
}

function reading({ read, tables }: Database) {
  const { transactionalMails, transactionalCalls, transactionalAttachments, deliveries, campaigns } = tables;
  const { isOfMail, isItsPart } = joins(tables);
  return {
    /** Null where there is none. */
    async one({ workspaceId, id }: MailKey) {
      const [row] = await read
        .select({ mail: transactionalMails, call: transactionalCalls, part: campaigns, delivery: deliveries })
        .from(transactionalMails)
        .innerJoin(deliveries, isOfMail)
        .innerJoin(campaigns, isItsPart)
        .innerJoin(
          transactionalCalls,
          and(
            eq(transactionalCalls.campaignId, transactionalMails.campaignId),
            eq(transactionalCalls.workspaceId, transactionalMails.workspaceId),
          ),
        )
        .where(and(eq(transactionalMails.workspaceId, workspaceId), eq(transactionalMails.id, id)));
      if (row === undefined || !isAccepted(row.part)) return null;
      const { name, type } = transactionalAttachments;
      const attachments = await read
        .select({ name, type })
        .from(transactionalAttachments)
        .where(
          and(
            eq(transactionalAttachments.workspaceId, workspaceId),
            eq(transactionalAttachments.campaignId, row.part.id),
          ),
        )
        .orderBy(asc(transactionalAttachments.position));
      return { ...row, part: row.part, attachments };
    },
  };
}

/** A mail's delivery and its part. */
function joins({ transactionalMails, deliveries, campaigns }: Database["tables"]) {
  const isOfMail = and(
    eq(deliveries.id, transactionalMails.id),
    eq(deliveries.workspaceId, transactionalMails.workspaceId),
  );
  const isItsPart = and(
    eq(campaigns.id, transactionalMails.campaignId),
    eq(campaigns.workspaceId, transactionalMails.workspaceId),
  );
  return { isOfMail, isItsPart };
}

type Retried = MailKey & { campaignId: string; now: number; expiresAt: number };

function retrying({ atomically, tables }: Database) {
  return {
    /**
     * Puts a mail back in the queue that failed or whose end is uncertain, with all attempts and a new time to go in.
     * False where its state is another by now, or its content was thrown away.
     */
    async retry(of: Retried): Promise<boolean> {
      const other = new Error("it is in another state");
      try {
        await atomically(
          (write) => puttingBack(write, tables, of),
          ({ moved }) => {
            if (moved.length === 0) throw other;
          },
        );
        return true;
      } catch (error) {
        if (error === other) return false;
        throw error;
      }
    },
  };
}

function puttingBack(write: Builder, tables: Database["tables"], of: Retried) {
  const { transactionalCalls, deliveries, campaigns } = tables;
  const { workspaceId, id, campaignId, now } = of;
  const isFull = write
    .select({ id: transactionalCalls.campaignId })
    .from(transactionalCalls)
    .where(
      and(
        eq(transactionalCalls.campaignId, campaignId),
        eq(transactionalCalls.workspaceId, workspaceId),
        isNull(transactionalCalls.emptiedAt),
      ),
    );
  return {
    moved: write
      .update(deliveries)
      .set({ state: "queued", attempts: 0, firstTriedAt: null, dueAt: now, ...reasonColumns(null) })
      .where(
        and(
          eq(deliveries.id, id),
          eq(deliveries.workspaceId, workspaceId),
          inArray(deliveries.state, ["failed", "uncertain"]),
          inArray(deliveries.campaignId, isFull),
        ),
      )
      .returning({ id: deliveries.id }),
    part: write
      .update(campaigns)
      .set({ state: "running", finishedAt: null })
      .where(
        and(
          eq(campaigns.id, campaignId),
          eq(campaigns.workspaceId, workspaceId),
          eq(campaigns.state, "finished"),
        ),
      ),
    call: write
      .update(transactionalCalls)
      .set({
        expiresAt: sql`case when ${transactionalCalls.expiresAt} > ${of.expiresAt} then ${transactionalCalls.expiresAt} else ${of.expiresAt} end`,
      })
      .where(
        and(eq(transactionalCalls.campaignId, campaignId), eq(transactionalCalls.workspaceId, workspaceId)),
      ),
  };
}

function resuming({ atomically, tables }: Database) {
  const { campaigns } = tables;
  return {
    /** Lets a call go on that waits for a person's word; true where it did. */
    async resume({
      workspaceId,
      campaignId,
    }: {
      workspaceId: WorkspaceId;
      campaignId: string;
    }): Promise<boolean> {
      const { changed } = await atomically((write) => ({
        changed: write
          .update(campaigns)
          .set({ state: "running", pausedBy: null, pausedReason: null })
          .where(
            and(
              eq(campaigns.id, campaignId),
              eq(campaigns.workspaceId, workspaceId),
              eq(campaigns.state, "paused"),
              eq(campaigns.pausedBy, "person"),
            ),
          )
          .returning({ id: campaigns.id }),
      }));
      return changed.length > 0;
    },
  };
}
