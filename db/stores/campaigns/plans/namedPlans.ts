import { and, eq, isNull } from "drizzle-orm";
import { foldedText } from "../../../../contract/foldedText.ts";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Database } from "../../../database.ts";

/**
 * The ids of campaigns whose folded name or subjects contain a text. They are compared here, since a workspace has some
 * thousands at most: SQLite lower-cases only ASCII, and neither database removes accents by itself.
 */
export async function plansNamed(
  { read, tables }: Pick<Database, "read" | "tables">,
  { workspaceId, search }: { workspaceId: WorkspaceId; search: string },
): Promise<string[]> {
  const { campaignPlans, campaigns, planMails } = tables;
  const texts = await Promise.all([
    read
      .select({ id: campaignPlans.id, text: campaignPlans.name })
      .from(campaignPlans)
      .where(eq(campaignPlans.workspaceId, workspaceId)),
    read
      .select({ id: campaigns.planId, text: campaigns.subject })
      .from(campaigns)
      .where(and(eq(campaigns.workspaceId, workspaceId), isNull(campaigns.mailKind))),
    read
      .select({ id: planMails.planId, text: planMails.subject })
      .from(planMails)
      .where(eq(planMails.workspaceId, workspaceId)),
  ]);
  const wanted = foldedText(search);
  const found = texts.flat().filter(({ text }) => foldedText(text ?? "").includes(wanted));
  return [...new Set(found.flatMap(({ id }) => id ?? []))];
}
