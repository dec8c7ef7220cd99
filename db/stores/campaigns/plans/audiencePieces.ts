import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../database.ts";
import { notLeading } from "../../../notLeading.ts";
import { isWithin, type LeadRange } from "../../../segments/leadRange.ts";
import { leadRanges, strideOf } from "../../leads/leadStrides.ts";
import type { AskedAudience } from "./askedAudience.ts";

type Looking = {
  /** How many leads one condition is asked of in one statement. */
  leadsAtOnce: number;
  /** Only those behind it, by their ids. */
  afterId?: string | undefined;
};

/** Some of the leads among whom an audience is: a condition that they meet, and between which ids they are. */
export type AudiencePiece = { where: SQL | undefined; range: LeadRange };

/**
 * Parts the leads of a workspace among whom an audience is into pieces, in their order, between which others have a turn. A
 * few members of collections are one piece, found by those: nobody else is looked at, however many leads the workspace
 * has. What is gathered of a campaign's mails is gathered for the leads of a piece alone.
 */
export async function* audiencePieces(
  database: Database,
  asked: AskedAudience,
  { leadsAtOnce, afterId }: Looking,
): AsyncGenerator<AudiencePiece> {
  const { id, workspaceId } = database.tables.leads;
  const members = await fewMembers(database, asked, leadsAtOnce);
  const all = { afterId, untilId: null };
  if (members !== null) {
    const where = and(eq(notLeading(workspaceId), asked.workspaceId), members, isWithin(id, all));
    yield { where, range: { ...all, areFew: true } };
    return;
  }
  const ofWorkspace = eq(workspaceId, asked.workspaceId);
  const stride = strideFor(asked, leadsAtOnce);
  const ranges = leadRanges(database, { workspaceId: asked.workspaceId, stride, afterId });
  for await (const range of ranges) yield { where: and(ofWorkspace, isWithin(id, range)), range };
}

/** That a lead is in one of the audience's collections; null where others may be in the audience, or many are in those. */
async function fewMembers(
  { read, tables }: Database,
  { workspaceId, audience, segments }: AskedAudience,
  countMax: number,
): Promise<SQL | null> {
  const { leads, memberships, collections } = tables;
  const ids = [...audience.collections];
  const areOthers =
    audience.everyone || segments.length + audience.leads.length > 0 || audience.after !== null;
  if (areOthers || ids.length === 0) return null;
  const [row] = await read
    .select({ count: sql<number>`coalesce(sum(${collections.leadCount}), 0)`.mapWith(Number) })
    .from(collections)
    .where(and(eq(collections.workspaceId, workspaceId), inArray(collections.id, ids)));
  if (row === undefined || row.count > countMax) return null;
  return inArray(
    leads.id,
    read
      .select({ id: memberships.leadId })
      .from(memberships)
      .where(and(eq(memberships.workspaceId, workspaceId), inArray(memberships.collectionId, ids))),
  );
}

/** How many leads are looked through in one statement. */
function strideFor({ segments, rules, audience }: AskedAudience, stride: number): number {
  const isOfMails =
    audience.after !== null || rules.some(({ kind }) => kind === "campaign" || kind === "recent");
  const excluded = rules.flatMap((rule) => (rule.kind === "segment" ? [rule.asked] : []));
  return strideOf(
    [...segments, ...excluded].map(({ question }) => question),
    // Mails take about as long as four conditions that a lead's own row answers; for many campaigns pieces are no smaller, since
    // planning such a statement takes PostgreSQL the most.
    { stride, besides: isOfMails ? 4 : 0 },
  );
}
