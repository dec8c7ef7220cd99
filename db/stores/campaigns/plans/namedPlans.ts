import { eq } from "drizzle-orm";
import { foldedText } from "../../../../contract/foldedText.ts";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Database } from "../../../database.ts";

/**
 * The ids of campaigns that have a text in their name or in a subject, folded. They are compared here, a workspace having some
 * thousands at most: SQLite knows capitals of ASCII alone, and neither database takes accents off by itself.
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
      .where(eq(campaigns.workspaceId, workspaceId)),
    read
      .select({ id: planMails.planId, text: planMails.subject })
      .from(planMails)
      .where(eq(planMails.workspaceId, workspaceId)),
  ]);
  const wanted = foldedText(search);
  const found = texts.flat().filter(({ text }) => foldedText(text ?? "").includes(wanted));
  return [...new Set(found.flatMap(({ id }) => id ?? []))];
}
