import { and, eq, gt, gte, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { addDays, dayAt, dayStart, type Moment } from "../../contract/segments/days.ts";
import type { ConditionAbout } from "../../contract/segments/question.ts";
import type { Database } from "../database.ts";

type Activity = ConditionAbout<"sent">;
type Asked = { workspaceId: WorkspaceId; moment: Moment };

/** Whether, and since when, something happened to mails of a lead. */
export function activityPasses(
  database: Pick<Database, "read" | "tables">,
  { workspaceId, moment }: Asked,
  condition: Activity,
): SQL {
  const { leads } = database.tables;
  const ever = everSql(database, workspaceId, condition);
  if (!("days" in condition)) return condition.op === "ever" ? ever : sql`not (${ever})`;
  const since = dayStart(addDays(dayAt(moment.now, moment.zone), -condition.days), moment.zone);
  const lately = inArray(leads.id, leadsOf(database, { ...condition, workspaceId, since }));
  if (condition.op === "inLast") return lately;
  return condition.op === "notInLast" ? sql`not (${lately})` : sql`(${ever} and not (${lately}))`;
}

/** What is counted with the lead is asked of the lead. */
function everSql(
  database: Pick<Database, "read" | "tables">,
  workspaceId: WorkspaceId,
  condition: Activity,
): SQL {
  const { leads } = database.tables;
  if (condition.campaign === undefined && condition.about === "sent") return gt(leads.emailCount, 0);
  if (condition.campaign === undefined && condition.about === "opened") return gt(leads.openedCount, 0);
  return inArray(leads.id, leadsOf(database, { ...condition, workspaceId, since: null }));
}

type Happened = Pick<Activity, "about" | "campaign"> & { workspaceId: WorkspaceId; since: number | null };

/** The leads of deliveries that it happened to, since a moment or ever. */
function leadsOf(
  { read, tables: { campaigns, deliveries, mailResponses } }: Pick<Database, "read" | "tables">,
  { about, campaign, workspaceId, since }: Happened,
) {
  // What accounts send of a campaign's mails are parts of it; one without a plan is its only part.
  const partsOf = (id: string) =>
    read
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(eq(campaigns.workspaceId, workspaceId), or(eq(campaigns.id, id), eq(campaigns.planId, id))));
  if (about === "replied")
    return read
      .select({ id: mailResponses.leadId })
      .from(mailResponses)
      .where(
        and(
          eq(mailResponses.workspaceId, workspaceId),
          eq(mailResponses.kind, "replied"),
          campaign === undefined ? undefined : inArray(mailResponses.campaignId, partsOf(campaign)),
          since === null ? undefined : gte(mailResponses.at, since),
        ),
      );
  const at = { sent: deliveries.sentAt, opened: deliveries.openedAt, clicked: deliveries.clickedAt }[about];
  const found = read
    .select({ id: deliveries.leadId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.workspaceId, workspaceId),
        campaign === undefined ? undefined : inArray(deliveries.campaignId, partsOf(campaign)),
        // An index that has only these is taken where that is said.
        isNotNull(at),
        since === null ? undefined : gte(at, since),
      ),
    );
  // SQLite sorts first what it gathers of many leads in the order of their mails, in a third of the time; whoever ever clicked is
  // read by an index that has them by their ids, in half of it. Where there are few that would lead it past the better one.
  const areMany = campaign === undefined && (since === null) === (about === "clicked");
  return areMany ? found.groupBy(deliveries.leadId) : found;
}
