import { isNotNull, isNull, sql } from "drizzle-orm";
import type { UserId } from "../../contract/identity/scope.ts";
import type { Params } from "../../contract/reasons/shapes.ts";
import type { ReasonCode } from "../../contract/reasons.ts";
import type { PausedBy } from "../../contract/schemas/campaign.ts";
import type {
  CampaignKind,
  PlanAudience,
  PlanContent,
  StoredPlanState,
} from "../../contract/schemas/campaignPlan.ts";
import type { Kit } from "../kit/sqlite.ts";

/** What a campaign says of itself, but for whom it is for and what has a column of its own. */
export type StoredContent = Omit<PlanContent, "audience" | "name" | "kind">;

/** Leads that stood at one step stand at another, and are looked at so much later. */
export type LeadShift = { from: number; to: number; laterMs: number };

/** A change of steps that is being applied to the leads of a sequence, in the order of their ids. */
export type PendingStepChange = {
  leads: readonly LeadShift[];
  /** The last lead for whom it is done; empty before the first. */
  after: string;
};

/** What a person calls a campaign; what an account sends of one mail of it is a row of `campaigns`. */
export const campaignPlans = ({ table, text, int, json, cause, index }: Kit) =>
  table(
    "campaignPlans",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      kind: text<CampaignKind>().notNull(),
      /** As it was brought about; how it stands follows from this and from its parts, see `planState.ts`. */
      state: text<StoredPlanState>().notNull(),
      /** Null unless it is paused as a whole. */
      pausedBy: text<PausedBy>(),
      pausedReason: cause(),
      /** Null for one that was sent without being composed: then its part says all there is. */
      content: json().$type<StoredContent>(),
      /** Apart from the rest, since it may name thousands. */
      audience: json().$type<PlanAudience>(),
      /** Grows with every change of what it says, so that two who change it at once both know. */
      version: int().notNull().default(0),
      /** The instant at which it starts; null is at once. */
      dueAt: int(),
      /** Until when its start can be taken back. */
      holdUntil: int(),
      createdBy: text<UserId>(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
      startedAt: int(),
      endedAt: int(),
      archivedAt: int(),
      /** A draft that somebody deleted; for some minutes it can be brought back. */
      deletedAt: int(),
      /** What other steps mean for the leads of a running sequence, until it is done for all of them. */
      stepChange: json().$type<PendingStepChange>(),
    },
    (plan) => [
      index("campaign_plans_owner").on(plan.workspaceId, plan.id),
      // Partial: few of all campaigns wait for their start.
      index("campaign_plans_waiting")
        .on(plan.id)
        .where(sql`${plan.state} in ('scheduled', 'holding', 'starting')`),
      index("campaign_plans_deleted").on(plan.deletedAt).where(isNotNull(plan.deletedAt)),
      // Nearly always empty.
      index("campaign_plans_applying").on(plan.id).where(isNotNull(plan.stepChange)),
    ],
  );

/** What each variant of a campaign's steps says; copied to a part's content when that is made. */
export const planMails = ({ table, text, int, json, primaryKey }: Kit) =>
  table(
    "planMails",
    {
      planId: text().notNull(),
      variantId: text().notNull(),
      workspaceId: text().notNull(),
      subject: text().notNull(),
      preview: text().notNull(),
      html: text().notNull(),
      design: json(),
      templateId: text(),
      version: int().notNull(),
      updatedAt: int().notNull(),
    },
    (mail) => [primaryKey({ columns: [mail.planId, mail.variantId] })],
  );

/** Who did what with a campaign, and what came about by itself. */
export const campaignActivity = ({ table, text, int, json, index }: Kit) =>
  table(
    "campaignActivity",
    {
      id: text().primaryKey(),
      planId: text().notNull(),
      workspaceId: text().notNull(),
      at: int().notNull(),
      /** Null for what nobody did. */
      userId: text<UserId>(),
      code: text<ReasonCode>().notNull(),
      params: json().$type<Params>(),
    },
    (row) => [index("campaign_activity_plan").on(row.planId, row.id)],
  );

/** Where each lead of a sequence stands. Lanes never touch it: whoever moves a sequence on does. */
export const enrolments = ({ table, text, int, json, primaryKey, index }: Kit) =>
  table(
    "enrolments",
    {
      planId: text().notNull(),
      leadId: text().notNull(),
      workspaceId: text().notNull(),
      /** The account that it stays with. */
      credentialId: text().notNull(),
      zone: text(),
      /** The step of its latest delivery. */
      step: int().notNull(),
      deliveryId: text(),
      /** When it is looked at next. */
      dueAt: int(),
      endedAt: int(),
      endedCode: text<ReasonCode>(),
      endedParams: json().$type<Params>(),
    },
    (row) => [
      primaryKey({ columns: [row.planId, row.leadId] }),
      index("enrolments_due").on(row.planId, row.dueAt).where(isNull(row.endedAt)),
      // How far anybody has come is asked by whoever changes steps.
      index("enrolments_step").on(row.planId, row.step),
      // Whoever looks at them turns pages in the order of their ids.
      index("enrolments_at_step").on(row.planId, row.step, row.leadId),
      index("enrolments_going").on(row.planId, row.leadId).where(isNull(row.endedAt)),
      index("enrolments_ended").on(row.planId, row.leadId).where(isNotNull(row.endedAt)),
    ],
  );
