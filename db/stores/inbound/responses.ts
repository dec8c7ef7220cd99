import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { Builder, Database } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { unlessUnchanged } from "../../unlessUnchanged.ts";
import { countingDay } from "../accounts/accountDays.ts";
import { reasonColumns } from "../campaigns/deliveryReason.ts";
import { uncounting } from "../campaigns/mailCounts.ts";
import { openStates } from "../campaigns/openStates.ts";
import { ofPlan } from "../campaigns/plans/planRows.ts";
import type { KindSuppressionRow } from "../campaigns/transactional/kindSuppressions.ts";
import { optingMovedOut, optingOut } from "../leads/suppressions.ts";
import { arriving } from "../tracking/arrivals.ts";
import { addingOptout, type Leaving } from "../tracking/optouts.ts";
import { type Returned, returning } from "./bouncedAddresses.ts";

/** A mail of ours that something came back about. */
export type OurMail = {
  id: string;
  workspaceId: WorkspaceId;
  /** The part that it is of, and the campaign that this is a part of. */
  campaignId: string;
  planId: string | null;
  /** Of a transactional one; null in a campaign. */
  kind: string | null;
  credentialId: string;
  fromEmail: string;
  leadId: string;
  email: string;
  state: DeliveryState;
  sentAt: number | null;
};

export type ResponseStore = ReturnType<typeof createResponseStore>;

/** What came back about mails, with all that follows from it, in one commit each. */
export function createResponseStore(database: Database) {
  return { ...looking(database), ...taking(database), ...counting(database) };
}

function looking({ read, tables }: Database) {
  const { campaigns, credentials, deliveries } = tables;
  return {
    /**
     * Of some mails those that a workspace sent, or is about to, each with the address of the account that asks: where a
     * version before this one gave a campaign another account, the part of the mails that went before names that one, and so
     * does that of one that came back and is tried again from elsewhere.
     */
    async oursOf(asked: {
      workspaceId: WorkspaceId;
      credentialId: string;
      ids: readonly string[];
    }): Promise<(OurMail & { askedBy: string })[]> {
      const { id, workspaceId, campaignId, leadId, email, state, sentAt } = deliveries;
      const { planId, mailKind: kind, credentialId, fromEmail } = campaigns;
      const { appEmail: askedBy } = credentials;
      const rows = await read
        .select({
          id,
          workspaceId,
          campaignId,
          leadId,
          email,
          state,
          sentAt,
          planId,
          kind,
          credentialId,
          fromEmail,
          askedBy,
        })
        .from(deliveries)
        .innerJoin(
          campaigns,
          and(eq(campaigns.id, deliveries.campaignId), eq(campaigns.workspaceId, deliveries.workspaceId)),
        )
        .innerJoin(
          credentials,
          and(eq(credentials.id, asked.credentialId), eq(credentials.workspaceId, deliveries.workspaceId)),
        )
        .where(and(isListed(tables, id, asked.ids), eq(deliveries.workspaceId, asked.workspaceId)));
      return rows as (OurMail & { askedBy: string })[];
    },
  };
}

function taking(database: Database) {
  const { tables } = database;
  const { mailResponses, deliveries } = tables;
  /** The first of its kind; what follows from one that is known already is undone. */
  const adding = (write: Builder, mail: OurMail, of: { kind: "replied" | "complained"; at: number }) => {
    const { id: deliveryId, workspaceId, campaignId, leadId } = mail;
    return write
      .insert(mailResponses)
      .values({ deliveryId, workspaceId, campaignId, leadId, ...of })
      .onConflictDoNothing()
      .returning({ deliveryId: mailResponses.deliveryId });
  };

  return {
    /** It came back, so it has failed. False where that is known, or it has not gone. */
    async bounce({ mail, why, at, address }: Bounce): Promise<boolean> {
      const isGone = and(isMail(tables, mail), inArray(deliveries.state, ["sent", "uncertain"]));
      const done = await unlessUnchanged((unchanged) =>
        database.atomically(
          (write) => ({
            ...arriving(write, tables, { ...mail, deliveryId: mail.id, at }),
            ...uncounting(write, tables, mail),
            failed: write
              .update(deliveries)
              .set({ state: "failed", ...reasonColumns(why) })
              .where(isGone)
              .returning({ id: deliveries.id }),
            counted: countingDay(write, tables, { ...dayOf(mail, at), kind: "bounced" }),
            address: address === null ? [] : [returning(write, tables, address)],
          }),
          ({ failed }) => {
            if (failed.length === 0) throw unchanged;
          },
        ),
      );
      return done !== null;
    },

    /** Somebody complained, and gets nothing more of the kind. False where that is known. */
    async complain({ mail, at, leaving, suppressed }: Complaint): Promise<boolean> {
      const done = await unlessUnchanged((unchanged) =>
        database.atomically(
          (write) => ({
            added: adding(write, mail, { kind: "complained", at }),
            ...arriving(write, tables, { ...mail, deliveryId: mail.id, at }),
            counted: countingDay(write, tables, { ...dayOf(mail, at), kind: "complained" }),
            left: leaving === null ? [] : Object.values(leavingBy(write, tables, { mail, leaving })),
            suppressed:
              suppressed === null
                ? []
                : [write.insert(tables.kindSuppressions).values(suppressed).onConflictDoNothing()],
          }),
          ({ added }) => {
            if (added.length === 0) throw unchanged;
          },
        ),
      );
      return done !== null;
    },

    /**
     * Somebody answered; where that ends their sequence, nothing more of it goes to them. False where that is known.
     */
    async reply({ mail, at, endsSequence }: Reply): Promise<boolean> {
      const done = await unlessUnchanged((unchanged) =>
        database.atomically(
          (write) => ({
            added: adding(write, mail, { kind: "replied", at }),
            ...arriving(write, tables, { ...mail, deliveryId: mail.id, at }),
            ended: endsSequence ? ending(write, tables, { mail, at }) : [],
          }),
          ({ added }) => {
            if (added.length === 0) throw unchanged;
          },
        ),
      );
      return done !== null;
    },
  };
}

/** One more mail of its account, on that day. */
const dayOf = ({ credentialId, workspaceId }: OurMail, at: number) => ({
  credentialId,
  workspaceId,
  at,
  n: 1,
});

type Bounce = { mail: OurMail; why: Reason; at: number; address: Returned | null };
type Complaint = {
  mail: OurMail;
  at: number;
  /** Of a campaign's mail: it is the recipient's own word. */
  leaving: (Leaving & { email: string }) | null;
  /** Of a transactional one. */
  suppressed: KindSuppressionRow | null;
};
type Reply = { mail: OurMail; at: number; endsSequence: boolean };

function isMail({ deliveries }: Tables, { id, workspaceId }: OurMail): SQL | undefined {
  return and(eq(deliveries.id, id), eq(deliveries.workspaceId, workspaceId));
}

function leavingBy(
  write: Builder,
  tables: Tables,
  { mail, leaving: { email, ...leaving } }: { mail: OurMail; leaving: Leaving & { email: string } },
) {
  const { workspaceId } = mail;
  const addresses = [{ email, emailHash: leaving.emailHash }];
  return {
    ...optingOut(write, tables, { workspaceId, addresses, source: "recipient", now: leaving.now }),
    ...optingMovedOut(write, tables, { ...leaving, email }),
    noted: addingOptout(write, tables, leaving),
  };
}

function ending(write: Builder, tables: Tables, { mail, at }: { mail: OurMail; at: number }) {
  const { enrolments, deliveries, campaigns } = tables;
  const { planId, leadId, workspaceId } = mail;
  if (planId === null) return [];
  const { reasonCode: endedCode, reasonParams: endedParams } = reasonColumns(reason("stopped_by_reply"));
  const parts = write
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.planId, planId), eq(campaigns.workspaceId, workspaceId)));
  return [
    write
      .update(enrolments)
      .set({ endedAt: at, endedCode, endedParams, dueAt: null })
      .where(
        and(
          eq(enrolments.planId, planId),
          eq(enrolments.leadId, leadId),
          eq(enrolments.workspaceId, workspaceId),
          isNull(enrolments.endedAt),
        ),
      ),
    write
      .update(deliveries)
      .set({ state: "skipped", ...reasonColumns(reason("stopped_by_reply")) })
      .where(
        and(
          inArray(deliveries.campaignId, parts),
          eq(deliveries.leadId, leadId),
          eq(deliveries.workspaceId, workspaceId),
          inArray(deliveries.state, [...openStates]),
        ),
      ),
  ];
}

/** When a mail was answered, or complained of. */
export type Responded = { repliedAt: number | null; complainedAt: number | null };
export const unanswered: Responded = { repliedAt: null, complainedAt: null };
/** How many of the mails of a campaign, or of a part of it, were. */
export type ResponseCounts = { replied: number; complained: number };

function counting(database: Database) {
  const { read, tables } = database;
  const { mailResponses } = tables;
  const countOf = (kind: "replied" | "complained") =>
    sql<number>`count(case when ${mailResponses.kind} = ${kind} then 1 end)`.mapWith(Number);
  const counts = { replied: countOf("replied"), complained: countOf("complained") };
  return {
    /** Over all parts of a campaign. */
    async countsOf({ workspaceId, id }: { workspaceId: WorkspaceId; id: string }): Promise<ResponseCounts> {
      const { campaigns } = tables;
      const parts = read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(ofPlan(tables, { workspaceId, id }));
      const [row] = await read
        .select(counts)
        .from(mailResponses)
        .where(and(inArray(mailResponses.campaignId, parts), eq(mailResponses.workspaceId, workspaceId)));
      return row ?? { replied: 0, complained: 0 };
    },

    /** By part; those without any are not among them. */
    async countsByPart(
      workspaceId: WorkspaceId,
      partIds: readonly string[],
    ): Promise<Map<string, ResponseCounts>> {
      if (partIds.length === 0) return new Map();
      const rows = await read
        .select({ id: mailResponses.campaignId, ...counts })
        .from(mailResponses)
        .where(
          and(
            isListed(tables, mailResponses.campaignId, partIds),
            eq(mailResponses.workspaceId, workspaceId),
          ),
        )
        .groupBy(mailResponses.campaignId);
      return new Map(rows.map(({ id, ...row }) => [id, row]));
    },

    /** Of those deliveries that were answered or complained of. */
    async ofDeliveries(
      workspaceId: WorkspaceId,
      deliveryIds: readonly string[],
    ): Promise<Map<string, Responded>> {
      if (deliveryIds.length === 0) return new Map();
      const { deliveryId, kind, at } = mailResponses;
      const rows = await read
        .select({ deliveryId, kind, at })
        .from(mailResponses)
        .where(and(isListed(tables, deliveryId, deliveryIds), eq(mailResponses.workspaceId, workspaceId)));
      const found = new Map<string, Responded>();
      for (const row of rows) {
        const known = found.get(row.deliveryId) ?? unanswered;
        const when = row.kind === "replied" ? { repliedAt: row.at } : { complainedAt: row.at };
        found.set(row.deliveryId, { ...known, ...when });
      }
      return found;
    },
  };
}
