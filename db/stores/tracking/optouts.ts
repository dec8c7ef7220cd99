import { and, count, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { OptoutReason } from "../../../contract/leads/optoutReasons.ts";
import type { Builder, Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";
import type { Tables } from "../../tables.ts";
import type { PlanKey } from "../campaigns/plans/planRows.ts";

type OptoutRow = Database["tables"]["optouts"]["$inferSelect"];
type Address = { workspaceId: WorkspaceId; emailHash: string };
export type Leaving = Address &
  Pick<OptoutRow, "id" | "leadId" | "campaignId" | "deliveryId"> & { now: number };

type Page = { before?: string | undefined; order?: "asc" | "desc" | undefined; countMax: number };

/** With the address and the subject of the mail, if these still exist. */
export type ListedOptout = Awaited<ReturnType<OptoutStore["pageOf"]>>[number];

type OptoutStore = ReturnType<typeof createOptoutStore>;

/** Who unsubscribed through the link in a mail, why, and who subscribed again. */
export function createOptoutStore(database: Database) {
  return { ...listing(database), ...changing(database) };
}

function listing({ read, tables }: Database) {
  const { optouts, deliveries, campaigns, mailResponses } = tables;
  const { id, leadId, campaignId, createdAt, reason, words, returnedAt } = optouts;
  const { email } = deliveries;
  const shown = { id, leadId, campaignId, createdAt, reason, words, returnedAt, email };
  const complainedAt = mailResponses.at;
  const withMail = () =>
    read
      .select({ ...shown, subject: campaigns.subject, complainedAt })
      .from(optouts)
      .leftJoin(
        deliveries,
        and(eq(deliveries.id, optouts.deliveryId), eq(deliveries.workspaceId, optouts.workspaceId)),
      )
      .leftJoin(
        campaigns,
        and(eq(campaigns.id, optouts.campaignId), eq(campaigns.workspaceId, optouts.workspaceId)),
      )
      .leftJoin(
        mailResponses,
        and(
          eq(mailResponses.deliveryId, optouts.deliveryId),
          eq(mailResponses.kind, "complained"),
          eq(mailResponses.workspaceId, optouts.workspaceId),
        ),
      );
  /** Through a mail of any of its parts. */
  const isOfPlan = (of: PlanKey) =>
    inArray(
      campaignId,
      read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(eq(campaigns.planId, of.id), eq(campaigns.workspaceId, of.workspaceId))),
    );
  return {
    async one(optoutId: string): Promise<OptoutRow | null> {
      const [row] = await read.select().from(optouts).where(eq(optouts.id, optoutId));
      return row ?? null;
    },

    /** How often each reason was given for unsubscribing through a mail of a campaign; null stands for no reason. */
    async reasonsOf(of: PlanKey) {
      return read
        .select({ reason, count: count() })
        .from(optouts)
        .where(and(eq(optouts.workspaceId, of.workspaceId), isOfPlan(of)))
        .groupBy(reason);
    },

    /** The newest first unless asked otherwise. */
    async pageOf({ before, order = "desc", countMax, ...of }: PlanKey & Page) {
      return withMail()
        .where(
          and(
            eq(optouts.workspaceId, of.workspaceId),
            isOfPlan(of),
            before === undefined ? undefined : behind([id], { order, place: [before] }),
          ),
        )
        .orderBy(inOrder(id, order))
        .limit(countMax);
    },

    /** Those of one address, the newest first. */
    async ofAddress({ workspaceId, emailHash, countMax }: Address & { countMax: number }) {
      return withMail()
        .where(and(eq(optouts.workspaceId, workspaceId), eq(optouts.emailHash, emailHash)))
        .orderBy(desc(createdAt), desc(id))
        .limit(countMax);
    },
  };
}

function changing(database: Database) {
  const { tables } = database;
  return {
    async sayWhy({ workspaceId, emailHash, reason, words }: Address & Saying): Promise<void> {
      await database.atomically((write) => ({
        said: write
          .update(tables.optouts)
          .set({ reason, words })
          .where(isOpen(tables, { workspaceId, emailHash })),
      }));
    },

    /**
     * Notes that somebody asked for the mail with which they can subscribe again. Null if one was sent after `after`, or if
     * nobody has unsubscribed.
     */
    async askBack({ after, ...leaving }: Leaving & { after: number }): Promise<{ id: string } | null> {
      const { optouts } = tables;
      const { asked } = await database.atomically((write) => ({
        // Those who unsubscribed before this table existed may subscribe again too.
        left: addingOptout(write, tables, leaving),
        asked: write
          .update(optouts)
          .set({ askedBackAt: leaving.now })
          .where(
            and(isOpen(tables, leaving), or(isNull(optouts.askedBackAt), lte(optouts.askedBackAt, after))),
          )
          .returning({ id: optouts.id }),
      }));
      return asked[0] ?? null;
    },

    /** Takes back only what the recipient said: an address that the owner opted out stays opted out. */
    async comeBack({
      workspaceId,
      emailHash,
      email,
      now,
    }: Address & { email: string; now: number }): Promise<void> {
      const { optouts, suppressions, leads } = tables;
      const isTheirs = and(
        eq(suppressions.workspaceId, workspaceId),
        eq(suppressions.emailHash, emailHash),
        eq(suppressions.source, "recipient"),
      );
      await database.atomically((write) => ({
        returned: write
          .update(optouts)
          .set({ returnedAt: now })
          .where(isOpen(tables, { workspaceId, emailHash })),
        lifted: write.delete(suppressions).where(and(isTheirs, isNull(suppressions.ownerAt))),
        handedBack: write
          .update(suppressions)
          .set({ source: "owner", createdAt: sql`${suppressions.ownerAt}`, ownerAt: null })
          .where(and(isTheirs, isNotNull(suppressions.ownerAt))),
        optedIn: write
          .update(leads)
          .set({ optout: false, updatedAt: now })
          .where(
            and(
              eq(leads.workspaceId, workspaceId),
              eq(leads.email, email),
              eq(leads.optout, true),
              sql`not exists (select 1 from ${suppressions} where ${suppressions.workspaceId} = ${workspaceId}
                and ${suppressions.emailHash} = ${emailHash})`,
            ),
          ),
      }));
    },
  };
}

type Saying = { reason: OptoutReason; words: string | null };

function isOpen({ optouts }: Tables, { workspaceId, emailHash }: Address) {
  return and(
    eq(optouts.workspaceId, workspaceId),
    eq(optouts.emailHash, emailHash),
    isNull(optouts.returnedAt),
  );
}

/** The statement that records that somebody unsubscribed through a mail. If they had already, the first time counts. */
export function addingOptout(write: Builder, { optouts }: Tables, { now, ...leaving }: Leaving) {
  return write
    .insert(optouts)
    .values({ ...leaving, createdAt: now })
    .onConflictDoNothing();
}
