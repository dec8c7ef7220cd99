import { and, asc, eq } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Database } from "../../../database.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import type { LinkRow } from "../../tracking/links.ts";
import type { NewCampaign } from "../campaigns.ts";
import { reasonIn } from "../deliveryReason.ts";
import { addingAll, type NewDelivery } from "../newDeliveries.ts";

type Inserts = { [Name in keyof Database["tables"]]: Database["tables"][Name]["$inferInsert"] };
type CallRow = Database["tables"]["transactionalCalls"]["$inferSelect"];

/** All that is stored of a call, in one commit. */
export type NewCall = {
  part: NewCampaign;
  html: string;
  call: Inserts["transactionalCalls"];
  mails: readonly Inserts["transactionalMails"][];
  deliveries: readonly NewDelivery[];
  attachments: readonly Inserts["transactionalAttachments"][];
  links: readonly LinkRow[];
};

export type CallKey = { workspaceId: WorkspaceId; campaignId: string };

/** What the mails of a call are made from. */
export type CallContent = Pick<CallRow, "text" | "replyTo"> & {
  html: string;
  attachments: { name: string; type: string; content: string }[];
};

/** Calls for transactional mail: accepting them, answering them again, and what their mails are made from. */
export function createCallStore(database: Database) {
  const { read, tables } = database;
  const { deliveries, transactionalMails } = tables;
  return {
    accept: (call: NewCall) => accept(database, call),

    /** What was answered when it was accepted: who was queued, and who was refused for what; in the order of the call. */
    async answerOf({ workspaceId, campaignId }: CallKey) {
      const { reasonCode, reasonParams, reply } = deliveries;
      const rows = await read
        .select({
          id: transactionalMails.id,
          email: transactionalMails.email,
          isQueued: transactionalMails.isQueued,
          why: { reasonCode, reasonParams, reply },
        })
        .from(transactionalMails)
        .innerJoin(
          deliveries,
          and(
            eq(deliveries.id, transactionalMails.id),
            eq(deliveries.workspaceId, transactionalMails.workspaceId),
          ),
        )
        .where(
          and(eq(transactionalMails.campaignId, campaignId), eq(transactionalMails.workspaceId, workspaceId)),
        )
        .orderBy(asc(transactionalMails.id));
      return rows.map(({ why, isQueued, ...mail }) => ({ ...mail, cause: isQueued ? null : reasonIn(why) }));
    },

    /** Null once it was thrown away. */
    contentOf: (key: CallKey) => contentOf(database, key),
  };
}

/** False where the workspace has one of the same request key; then nothing of it is stored. */
async function accept(
  database: Database,
  { part, html, call, mails, deliveries, attachments, links }: NewCall,
): Promise<boolean> {
  const { tables } = database;
  const stored = await unlessUnchanged((known) =>
    database.atomically(
      (write) => ({
        added: write
          .insert(tables.campaigns)
          .values(part)
          .onConflictDoNothing()
          .returning({ id: tables.campaigns.id }),
        content: write
          .insert(tables.campaignContents)
          .values({ campaignId: part.id, workspaceId: part.workspaceId, html }),
        call: write.insert(tables.transactionalCalls).values(call),
        mails: write.insert(tables.transactionalMails).values([...mails]),
        deliveries: addingAll(deliveries),
        attachments: attachments.map((row) => write.insert(tables.transactionalAttachments).values(row)),
        links: links.map((row) => write.insert(tables.links).values(row)),
      }),
      ({ added }) => {
        if (added.length === 0) throw known;
      },
    ),
  );
  return stored !== null;
}

async function contentOf(
  { read, tables }: Database,
  { workspaceId, campaignId }: CallKey,
): Promise<CallContent | null> {
  const { campaignContents, transactionalCalls, transactionalAttachments } = tables;
  const [row] = await read
    .select({
      html: campaignContents.html,
      text: transactionalCalls.text,
      replyTo: transactionalCalls.replyTo,
    })
    .from(transactionalCalls)
    .innerJoin(
      campaignContents,
      and(
        eq(campaignContents.campaignId, transactionalCalls.campaignId),
        eq(campaignContents.workspaceId, transactionalCalls.workspaceId),
      ),
    )
    .where(
      and(eq(transactionalCalls.campaignId, campaignId), eq(transactionalCalls.workspaceId, workspaceId)),
    );
  if (row === undefined) return null;
  const { name, type, content } = transactionalAttachments;
  const attachments = await read
    .select({ name, type, content })
    .from(transactionalAttachments)
    .where(
      and(
        eq(transactionalAttachments.campaignId, campaignId),
        eq(transactionalAttachments.workspaceId, workspaceId),
      ),
    )
    .orderBy(asc(transactionalAttachments.position));
  return { ...row, attachments };
}
