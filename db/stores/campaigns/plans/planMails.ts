import { and, eq, inArray, sql } from "drizzle-orm";
import type { StoredPlanState } from "../../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { type NewActivity, noting } from "./planActivity.ts";
import { isPlan, type PlanKey, type PlanMailRow } from "./planRows.ts";
import { isShown } from "./plans.ts";

/** What a list shows of a campaign's mails, without what makes them large. */
export type PlanMailSummary = Omit<PlanMailRow, "html" | "design"> & { bytes: number };
type MailKey = PlanKey & { variantId: string };

/** The content of campaigns' variants. */
export function createPlanMailStore(database: Database) {
  return { ...looking(database), ...saving(database) };
}

function isMail({ planMails }: Tables, { workspaceId, id, variantId }: MailKey) {
  return and(
    eq(planMails.planId, id),
    eq(planMails.variantId, variantId),
    eq(planMails.workspaceId, workspaceId),
  );
}

function looking({ read, tables }: Database) {
  const { planMails, campaignContents } = tables;
  return {
    async one(key: MailKey): Promise<PlanMailRow | null> {
      const [row] = await read.select().from(planMails).where(isMail(tables, key));
      return row ?? null;
    },

    async allOf({ workspaceId, id }: PlanKey): Promise<PlanMailRow[]> {
      return read
        .select()
        .from(planMails)
        .where(and(eq(planMails.planId, id), eq(planMails.workspaceId, workspaceId)));
    },

    async summariesOf({ workspaceId, id }: PlanKey): Promise<PlanMailSummary[]> {
      const { planId, variantId, subject, preview, templateId, version, updatedAt, html } = planMails;
      return read
        .select({
          planId,
          variantId,
          workspaceId: planMails.workspaceId,
          subject,
          preview,
          templateId,
          version,
          updatedAt,
          bytes: sql<number>`octet_length(${html})`.mapWith(Number),
        })
        .from(planMails)
        .where(and(eq(planMails.planId, id), eq(planMails.workspaceId, workspaceId)));
    },

    /** Bytes of what the mails of one part say; 0 once it is gone. */
    async sentBytesOf({ workspaceId, id }: PlanKey): Promise<number> {
      const { html, campaignId } = campaignContents;
      const [row] = await read
        .select({ bytes: sql<number>`octet_length(${html})`.mapWith(Number) })
        .from(campaignContents)
        .where(and(eq(campaignId, id), eq(campaignContents.workspaceId, workspaceId)));
      return row?.bytes ?? 0;
    },
  };
}

function saving({ atomically, tables }: Database) {
  const { planMails, campaignPlans } = tables;
  return {
    /**
     * Writes a variant's content, at version 1 if there is none yet, and updates its campaign's time of change. Null if the
     * variant's version is not the one given, or if its campaign is gone or in another state.
     */
    async save(change: {
      mail: PlanMailRow;
      version: number;
      from: readonly StoredPlanState[];
      activities: readonly NewActivity[];
    }): Promise<PlanMailRow | null> {
      const { mail, version, from, activities } = change;
      const { planId: id, workspaceId, variantId, ...said } = mail;
      const set = { ...said, version: version + 1 };
      return unlessUnchanged(async (unchanged) => {
        const { saved } = await atomically(
          (write) => ({
            saved:
              version === 0
                ? write
                    .insert(planMails)
                    .values({ ...mail, version: 1 })
                    .onConflictDoNothing()
                    .returning()
                : write
                    .update(planMails)
                    .set(set)
                    .where(
                      and(isMail(tables, { workspaceId, id, variantId }), eq(planMails.version, version)),
                    )
                    .returning(),
            touched: write
              .update(campaignPlans)
              .set({ updatedAt: mail.updatedAt })
              .where(
                and(
                  isPlan(tables, { workspaceId, id }),
                  isShown(tables),
                  inArray(campaignPlans.state, [...from]),
                ),
              )
              .returning({ one: sql`1` }),
            noted: noting(write, tables, activities),
          }),
          (results) => {
            if (results.saved.length === 0 || results.touched.length === 0) throw unchanged;
          },
        );
        return saved[0] ?? null;
      });
    },
  };
}
