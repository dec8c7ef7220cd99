import { and, eq, exists, gt, gte, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { addDays, dayAt, dayStart, type Moment } from "../../contract/segments/days.ts";
import type { ConditionAbout } from "../../contract/segments/question.ts";
import type { Database } from "../database.ts";
import { isFile } from "../isFile.ts";
import { askedOfEach, notLeading } from "../notLeading.ts";
import { wasMailed } from "./lastMails.ts";
import { anybody, gatheredWithin, type LeadRange } from "./leadRange.ts";

export type Activity = ConditionAbout<"sent">;
type Asked = { workspaceId: WorkspaceId; moment: Moment; large?: ReadonlySet<string>; range?: LeadRange };
type Reading = Pick<Database, "read" | "tables">;

/** Whether, and since when, something happened to mails of a lead. */
export function activityPasses(database: Reading, asked: Asked, condition: Activity): SQL {
  const ever = everSql(database, asked, condition);
  if (!("days" in condition)) return condition.op === "ever" ? ever : sql`not (${ever})`;
  const lately = happened(database, asked, { ...condition, since: sinceOf(condition, asked.moment) });
  if (condition.op === "inLast") return lately;
  if (condition.op === "notInLast") return sql`not (${lately})`;
  // Whoever ever had a mail is hardly fewer than all, so that it must not lead.
  return sql`(${askedOfEach(database.tables, ever)} and not (${lately}))`;
}

/** Since when it is asked for; null for ever. */
export function sinceOf(condition: Activity, { now, zone }: Moment): number | null {
  return "days" in condition ? dayStart(addDays(dayAt(now, zone), -condition.days), zone) : null;
}

/** What is counted with the lead is asked of the lead. */
function everSql(database: Reading, asked: Asked, condition: Activity): SQL {
  const { leads } = database.tables;
  if (condition.campaign === undefined && condition.about === "sent") return gt(leads.emailCount, 0);
  if (condition.campaign === undefined && condition.about === "opened") return gt(leads.openedCount, 0);
  return happened(database, asked, { ...condition, since: null });
}

/** That it happened to some mail, of one campaign or of any, since a moment or ever. */
export type Happened = Pick<Activity, "about" | "campaign"> & { since: number | null };

/** By what it is known in `AskedQuestion.large`. */
export const happenedKey = ({ about, campaign = "", since }: Happened) => `${about} ${campaign} ${since}`;

/** Where it happened to few mails, their leads are gathered; where it did to many, each lead is asked. */
function happened(database: Reading, { workspaceId, large, range = anybody }: Asked, what: Happened): SQL {
  const { leads, deliveries } = database.tables;
  const of = { ...what, workspaceId };
  if (!large?.has(happenedKey(what))) return inArray(leads.id, leadsOf(database, of));
  const { about, campaign, since } = what;
  if (about === "sent" && campaign === undefined && since !== null)
    return wasMailed(database, { workspaceId, since, range });
  const { read } = database;
  const theirs = read
    .select({ one: sql`1` })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.leadId, leads.id),
        gatheredWithin(database.tables, deliveries.leadId, range),
        whereHappened(database, of),
      ),
    );
  return askedOfEach(database.tables, exists(theirs));
}

type OfWorkspace = Happened & { workspaceId: WorkspaceId };

/** The leads of the mails that it happened to. */
function leadsOf(database: Reading, of: OfWorkspace) {
  const { read, tables } = database;
  const { deliveries, mailResponses } = tables;
  const { about, campaign, workspaceId, since } = of;
  if (about === "replied")
    return read
      .select({ id: mailResponses.leadId })
      .from(mailResponses)
      .where(
        and(
          eq(mailResponses.workspaceId, workspaceId),
          eq(mailResponses.kind, "replied"),
          campaign === undefined
            ? undefined
            : inArray(mailResponses.campaignId, partsOf(database, { workspaceId, id: campaign })),
          since === null ? undefined : gte(mailResponses.at, since),
        ),
      );
  return read.select({ id: deliveries.leadId }).from(deliveries).where(whereHappened(database, of));
}

/** The mails of a workspace that it happened to. */
export function whereHappened(
  database: Reading,
  { about, campaign, workspaceId, since }: OfWorkspace,
): SQL | undefined {
  const { deliveries } = database.tables;
  // PostgreSQL has an index by the campaign, the workspace and the lead, which serves a range of leads.
  const workspace = isFile(database.tables)
    ? notLeading(deliveries.workspaceId)
    : sql`${deliveries.workspaceId}`;
  const at = {
    sent: deliveries.sentAt,
    opened: deliveries.openedAt,
    clicked: deliveries.clickedAt,
    replied: deliveries.sentAt,
  }[about];
  return and(
    // Of one campaign its own mails are read, and not all of the workspace that something happened to.
    ...(campaign === undefined
      ? [eq(deliveries.workspaceId, workspaceId)]
      : [
          eq(workspace, workspaceId),
          inArray(deliveries.campaignId, partsOf(database, { workspaceId, id: campaign })),
        ]),
    // An index that has only these is taken where that is said.
    isNotNull(at),
    since === null ? undefined : gte(at, since),
  );
}

/** What accounts send of a campaign's mails are parts of it; one without a plan is its only part. */
function partsOf({ read, tables: { campaigns } }: Reading, of: { workspaceId: WorkspaceId; id: string }) {
  return read
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(notLeading(campaigns.workspaceId), of.workspaceId),
        or(eq(campaigns.id, of.id), eq(campaigns.planId, of.id)),
      ),
    );
}
