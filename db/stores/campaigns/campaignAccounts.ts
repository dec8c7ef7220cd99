import {
  and,
  type Column,
  eq,
  inArray,
  isNull,
  notExists,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { reason } from "../../../contract/reasons.ts";
import type { CampaignKind } from "../../../contract/schemas/campaignPlan.ts";
import type { Builder } from "../../database.ts";
import { jsonSqlOf } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import type { StoredCampaign } from "./campaigns.ts";
import { isHeldUp } from "./plans/planState.ts";
import { dueWithAccount } from "./sequences/whoWaitedForAccount.ts";

/** From whom a campaign's mails come, and through which account they go. */
export type CampaignSender = Pick<
  StoredCampaign,
  "credentialId" | "provider" | "fromAlias" | "fromEmail" | "senderName" | "senderAddress"
>;

type Account = {
  id: string;
  workspaceId: WorkspaceId;
  provider: StoredCampaign["provider"];
  appEmail: string;
  createdAt: number;
};

/**
 * The statements that let a removed account's campaigns, and what its sequences and drafts say of it, belong to the same
 * mailbox, connected anew. What is left stays paused: whoever connects an account has not said that the rest of an older
 * campaign goes out this minute. What is over belongs to it too, so that replies are known and it can be tried again.
 */
export function adopting(write: Builder, tables: Tables, account: Account) {
  const { campaigns, campaignPlans, enrolments } = tables;
  const json = jsonSqlOf(tables);
  const isOfMailbox = and(
    eq(campaigns.workspaceId, account.workspaceId),
    eq(campaigns.provider, account.provider),
    eq(campaigns.fromEmail, account.appEmail),
  );
  const isLeft = and(isOfMailbox, isGone(write, tables, campaigns.credentialId));
  const former = write.select({ id: campaigns.credentialId }).from(campaigns).where(isLeft);
  const waitsForIt = sql`${json.textAt(campaignPlans.pausedReason, "code")} = 'account_removed'`;
  const returned = json.stored(sql`${JSON.stringify(reason("account_returned"))}`);
  return {
    // All of these before its parts change, by which it is known whose it was.
    ...adoptingDays(write, tables, { former, account }),
    adoptedLeads: write
      .update(enrolments)
      .set({
        credentialId: account.id,
        dueAt: dueWithAccount(tables, { at: account.createdAt, isFirstDueAtOnce: false }),
      })
      .where(
        and(
          eq(enrolments.workspaceId, account.workspaceId),
          isNull(enrolments.endedAt),
          inArray(enrolments.credentialId, former),
        ),
      ),
    adoptedPlans: write
      .update(campaignPlans)
      .set({
        content: json.withOneFor(campaignPlans.content, "accounts", { texts: former, by: account.id }),
        version: sql`${campaignPlans.version} + 1`,
        pausedReason: sql`case when ${waitsForIt} then ${returned} else ${campaignPlans.pausedReason} end`,
      })
      .where(
        and(
          eq(campaignPlans.workspaceId, account.workspaceId),
          isNull(campaignPlans.endedAt),
          json.hasOneOf(campaignPlans.content, "accounts", former),
        ),
      ),
    adoptedRest: write
      .update(campaigns)
      .set({ credentialId: account.id, pausedBy: "person", pausedReason: reason("account_returned") })
      .where(and(isLeft, isHeldUp(tables))),
    adoptedOthers: write
      .update(campaigns)
      .set({ credentialId: account.id })
      .where(and(isLeft, inArray(campaigns.state, ["paused", "finished", "cancelled"]))),
  };
}

type Renamed = {
  id: string;
  workspaceId: WorkspaceId;
  from: string | undefined;
  to: string | undefined;
};

/**
 * The statements that have all that an account is yet to send come from the address that it has now: its server may take no mail
 * from the one before, and would stop the account at each. What is over tells where it came from.
 */
export function renaming(
  write: Builder,
  { campaigns, campaignPlans }: Tables,
  { id, workspaceId, from, to }: Renamed,
) {
  if (from === undefined || to === undefined || from === to) return [];
  const sequences = write
    .select({ id: campaignPlans.id })
    .from(campaignPlans)
    .where(
      and(
        eq(campaignPlans.workspaceId, workspaceId),
        eq(campaignPlans.kind, "sequence" satisfies CampaignKind),
        isNull(campaignPlans.endedAt),
      ),
    );
  const { credentialId, senderAddress, fromEmail, state, planId } = campaigns;
  const isOfAccount = and(eq(credentialId, id), eq(campaigns.workspaceId, workspaceId));
  // A part of a sequence that has nothing to send just now gets its next mails.
  const hasMore = or(notInArray(state, ["finished", "cancelled"]), inArray(planId, sequences));
  const setting = (column: typeof senderAddress | typeof fromEmail) =>
    write
      .update(campaigns)
      .set({ [column.name]: to })
      .where(and(isOfAccount, eq(column, from), hasMore));
  // Message-IDs are of its domain, and replies are known by them: those to mails that have gone too.
  return isSameDomain(from, to) ? [setting(senderAddress), setting(fromEmail)] : [setting(senderAddress)];
}

/** Of two addresses, whether they are of one domain. */
export function isSameDomain(one: string, other: string): boolean {
  const domainOf = (address: string) => address.slice(address.lastIndexOf("@"));
  return domainOf(one) === domainOf(other);
}

/**
 * What the mailbox sent lately counts for its day and what came of that for its health, whatever it is called: to its provider
 * it is the one that it was. Several accounts may have been it, at the same time even.
 */
function adoptingDays(
  write: Builder,
  { usage, accountDays }: Tables,
  { former, account }: { former: SQLWrapper; account: Account },
) {
  const credentialId = sql<string>`cast(${account.id} as text)`.as("credentialId");
  const summed = (column: Column) => sql<number>`cast(sum(${column}) as bigint)`.as(column.name);
  const isOf = ({ credentialId: of, workspaceId: its }: typeof usage | typeof accountDays) =>
    and(eq(its, account.workspaceId), inArray(of, former));
  const { workspaceId, bucketAt, count } = usage;
  const { day, accepted, refused, uncertain, bounced, complained } = accountDays;
  // In the order of the table's columns.
  const sums = {
    accepted: summed(accepted),
    refused: summed(refused),
    uncertain: summed(uncertain),
    bounced: summed(bounced),
    complained: summed(complained),
  };
  return {
    adoptedUsage: write.insert(usage).select(
      write
        .select({ credentialId, bucketAt, count: summed(count), workspaceId })
        .from(usage)
        .where(isOf(usage))
        .groupBy(bucketAt, workspaceId),
    ),
    formerUsage: write.delete(usage).where(isOf(usage)),
    adoptedDays: write.insert(accountDays).select(
      write
        .select({ credentialId, day, workspaceId: accountDays.workspaceId, ...sums })
        .from(accountDays)
        .where(isOf(accountDays))
        .groupBy(day, accountDays.workspaceId),
    ),
    formerDays: write.delete(accountDays).where(isOf(accountDays)),
  };
}

function isGone(write: Builder, { credentials }: Tables, credentialId: Column): SQL {
  return notExists(write.select({ one: sql`1` }).from(credentials).where(eq(credentials.id, credentialId)));
}
