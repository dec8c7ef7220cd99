import { and, eq, exists, inArray, isNotNull, isNull, lt, lte, notExists, or, sql } from "drizzle-orm";
import { reason } from "../../../../contract/reasons.ts";
import type { DeliveryState } from "../../../../contract/schemas/campaign.ts";
import type { Builder, Database } from "../../../database.ts";
import { notLeading } from "../../../notLeading.ts";
import type { Tables } from "../../../tables.ts";
import { reasonColumns } from "../deliveryReason.ts";
import { openStates } from "../openStates.ts";
import type { CallKey } from "./calls.ts";

/** What becomes of transactional mails by time alone: they are too late, nothing of them is needed any more, or they are old. */
export function createSweepStore(database: Database) {
  return { ...expiring(database), ...emptying(database), ...forgetting(database) };
}

function expiring({ atomically, tables }: Database) {
  const { campaigns, deliveries, transactionalCalls } = tables;
  return {
    /** Fails what did not go in its time, wherever it waits, and ends calls that wait and have nothing left. */
    async expire(now: number): Promise<void> {
      await atomically((write) => ({
        failed: write
          .update(deliveries)
          .set({ state: "failed", ...reasonColumns(reason("too_late")) })
          .where(
            and(
              inArray(
                deliveries.campaignId,
                write
                  .select({ id: campaigns.id })
                  .from(campaigns)
                  .innerJoin(
                    transactionalCalls,
                    and(
                      eq(transactionalCalls.campaignId, campaigns.id),
                      eq(transactionalCalls.workspaceId, campaigns.workspaceId),
                    ),
                  )
                  .where(
                    and(
                      inArray(campaigns.state, ["running", "paused"]),
                      lte(transactionalCalls.expiresAt, now),
                    ),
                  ),
              ),
              inArray(deliveries.state, [...openStates]),
            ),
          ),
        // What runs is ended by its lane.
        ended: write
          .update(campaigns)
          .set({ state: "finished", pausedBy: null, pausedReason: null, finishedAt: now })
          .where(
            and(
              eq(campaigns.state, "paused"),
              isNotNull(campaigns.mailKind),
              notExists(mailsOf(write, tables, [...openStates, "sending"])),
            ),
          ),
      }));
    },
  };
}

function emptying({ read, atomically, tables }: Database) {
  const { campaigns, campaignContents, transactionalCalls, transactionalMails, transactionalAttachments } =
    tables;
  return {
    /**
     * Throws the content, values and attachments of ended calls away: at once where all of it arrived or may not go, and
     * after `retryBefore` where something may be tried again. Answers how many calls it were.
     */
    async empty({ now, retryBefore, countMax }: { now: number; retryBefore: number; countMax: number }) {
      const isOver = (builder: Builder) =>
        and(
          // Those that are full are few, and found by an index; those that have ended are all others.
          eq(notLeading(campaigns.state), "finished"),
          or(
            lt(campaigns.finishedAt, retryBefore),
            notExists(mailsOf(builder, tables, ["failed", "uncertain"])),
          ),
        );
      const keys = await read
        .select({ workspaceId: transactionalCalls.workspaceId, campaignId: transactionalCalls.campaignId })
        .from(transactionalCalls)
        .innerJoin(
          campaigns,
          and(
            eq(campaigns.id, transactionalCalls.campaignId),
            eq(campaigns.workspaceId, transactionalCalls.workspaceId),
          ),
        )
        .where(and(isNull(transactionalCalls.emptiedAt), isOver(read)))
        .limit(countMax);
      if (keys.length === 0) return 0;
      await atomically((write) => {
        // Looked at again: a person may have had it tried again since.
        const isIt = (table: typeof campaignContents | typeof transactionalMails, key: CallKey) =>
          and(
            eq(table.campaignId, key.campaignId),
            eq(table.workspaceId, key.workspaceId),
            exists(
              write
                .select({ one: sql`1` })
                .from(campaigns)
                .where(
                  and(
                    eq(campaigns.id, key.campaignId),
                    eq(campaigns.workspaceId, key.workspaceId),
                    eq(campaigns.state, "finished"),
                  ),
                ),
            ),
          );
        return {
          contents: keys.map((key) => write.delete(campaignContents).where(isIt(campaignContents, key))),
          values: keys.map((key) =>
            write.update(transactionalMails).set({ sealedValues: null }).where(isIt(transactionalMails, key)),
          ),
          attachments: keys.map((key) =>
            write
              .delete(transactionalAttachments)
              .where(isIt(transactionalAttachments as unknown as typeof transactionalMails, key)),
          ),
          calls: keys.map((key) =>
            write
              .update(transactionalCalls)
              .set({ emptiedAt: now, text: null })
              .where(isIt(transactionalCalls as unknown as typeof transactionalMails, key)),
          ),
        };
      });
      return keys.length;
    },
  };
}

function forgetting({ read, atomically, tables }: Database) {
  const { campaigns, clicks, deliveries, transactionalCalls } = tables;
  const ofCall = [
    tables.deliveries,
    tables.links,
    tables.campaignTimes,
    tables.campaignDomains,
    tables.campaignContents,
    tables.transactionalAttachments,
    tables.transactionalMails,
    tables.transactionalCalls,
    tables.campaignCounts,
  ] as unknown as (typeof deliveries)[];
  return {
    /** Takes calls that are older out of the log, with all there is of them; answers how many. */
    async forget({ before, countMax }: { before: number; countMax: number }): Promise<number> {
      const keys = await read
        .select({ workspaceId: transactionalCalls.workspaceId, campaignId: transactionalCalls.campaignId })
        .from(transactionalCalls)
        .where(lt(transactionalCalls.createdAt, before))
        .limit(countMax);
      if (keys.length === 0) return 0;
      await atomically((write) => ({
        clicks: keys.map((key) =>
          write.delete(clicks).where(
            and(
              eq(clicks.workspaceId, key.workspaceId),
              inArray(
                clicks.deliveryId,
                write
                  .select({ id: deliveries.id })
                  .from(deliveries)
                  .where(
                    and(
                      eq(deliveries.campaignId, key.campaignId),
                      eq(deliveries.workspaceId, key.workspaceId),
                    ),
                  ),
              ),
            ),
          ),
        ),
        rows: keys.flatMap((key) =>
          ofCall.map((table) =>
            write
              .delete(table)
              .where(and(eq(table.campaignId, key.campaignId), eq(table.workspaceId, key.workspaceId))),
          ),
        ),
        parts: keys.map((key) =>
          write
            .delete(campaigns)
            .where(and(eq(campaigns.id, key.campaignId), eq(campaigns.workspaceId, key.workspaceId))),
        ),
      }));
      return keys.length;
    },
  };
}

function mailsOf(builder: Builder, { campaigns, deliveries }: Tables, states: readonly DeliveryState[]) {
  return builder
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.campaignId, campaigns.id), inArray(deliveries.state, [...states])));
}
