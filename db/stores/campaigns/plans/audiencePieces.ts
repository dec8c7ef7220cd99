import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../database.ts";
import { notLeading } from "../../../notLeading.ts";
import { leadStrides, strideOf } from "../../leads/leadStrides.ts";
import type { AskedAudience } from "./askedAudience.ts";

type Looking = {
  /** How many leads one condition is asked of in one statement. */
  leadsAtOnce: number;
  /** Only those behind it, by their ids. */
  afterId?: string;
  /** Never all leads in one piece: the rows of a piece are held in memory. */
  isBounded?: boolean;
};

/**
 * Conditions that part the leads of a workspace among whom an audience is, in their order, between which others have a
 * turn. A few members of collections are one piece, found by those: nobody else is looked at, however many leads the
 * workspace has. So are all leads where something is gathered from many mails, which is to be gathered once.
 */
export async function* audiencePieces(
  database: Database,
  asked: AskedAudience,
  { leadsAtOnce, afterId, isBounded = false }: Looking,
): AsyncGenerator<SQL | undefined> {
  const { id, workspaceId } = database.tables.leads;
  const members = await fewMembers(database, asked, leadsAtOnce);
  const beyond = afterId === undefined ? undefined : gt(id, afterId);
  if (members !== null) {
    yield and(eq(notLeading(workspaceId), asked.workspaceId), members, beyond);
    return;
  }
  const ofWorkspace = eq(workspaceId, asked.workspaceId);
  const stride = strideFor(asked, leadsAtOnce) ?? (isBounded ? leadsAtOnce : null);
  if (stride === null) {
    yield and(ofWorkspace, beyond);
    return;
  }
  const strides = leadStrides(database, { workspaceId: asked.workspaceId, stride, afterId });
  for await (const piece of strides) yield and(ofWorkspace, piece);
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

/** How many leads are looked through in one statement; null where all have to be. */
function strideFor({ segments, rules, audience }: AskedAudience, stride: number): number | null {
  const excluded = rules.flatMap((rule) => (rule.kind === "segment" ? [rule.asked] : []));
  return strideOf(
    [...segments, ...excluded].map(({ question }) => question),
    {
      stride,
      gathers: audience.after !== null || rules.some(({ kind }) => kind === "campaign" || kind === "recent"),
    },
  );
}
