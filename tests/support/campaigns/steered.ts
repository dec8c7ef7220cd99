import { eq } from "drizzle-orm";
import type { Reason } from "../../../contract/reasons.ts";
import type { CampaignState, DeliveryState, PausedBy } from "../../../contract/schemas/campaign.ts";
import type { Database } from "../../../db/database.ts";
import { activityOf } from "../../../server/campaigns/plans/planActivities.ts";
import { campaignRow, credentialRow, leadRow, planRow } from "../smtp/sendingRows.ts";

export const key = { workspaceId: "ada", id: "plan" };
let lastId = 0;
const core = { newId: () => `activity${++lastId}`, clock: { now: () => 5_000 } };
export const activity = (of: Reason<"did_pause" | "did_resume" | "did_cancel" | "did_move">) =>
  activityOf(core, { key, by: { userId: "ada" }, activity: of });

export type Part = {
  state: CampaignState;
  pausedBy?: PausedBy;
  credentialId?: string;
  mails?: DeliveryState[];
};

/** A sequence with these parts, from accounts "a" and "b", of which one lead has not come to its end. */
export async function given(
  { tables, atomically }: Database,
  parts: Record<string, Part>,
  plan: Parameters<typeof planRow>[1] = {},
): Promise<void> {
  const { campaignPlans, campaigns, credentials, deliveries, enrolments, leads } = tables;
  const mailed = Math.max(...Object.values(parts).map(({ mails = [] }) => mails.length));
  await atomically((write) => ({
    plan: write.insert(campaignPlans).values(planRow("plan", { kind: "sequence", ...plan })),
    accounts: ["a", "b"].map((id) =>
      write.insert(credentials).values(credentialRow({ id, appEmail: `${id}@ada.test` })),
    ),
    leads: Array.from({ length: mailed }, (_, nth) =>
      write.insert(leads).values(leadRow(`l${nth}`, `${nth}@in.test`)),
    ),
    parts: Object.entries(parts).map(([id, { mails, ...part }]) =>
      write
        .insert(campaigns)
        .values(campaignRow({ id, requestKey: id, planId: "plan", credentialId: "a", ...part })),
    ),
    mails: Object.entries(parts).flatMap(([campaignId, { mails = [] }]) =>
      mails.map((state, nth) =>
        write.insert(deliveries).values({
          id: `${campaignId}-${nth}`,
          campaignId,
          workspaceId: "ada",
          leadId: `l${nth}`,
          email: "",
          state,
          attempts: 2,
          dueAt: 1,
          firstTriedAt: 1_000,
        }),
      ),
    ),
    lead: write
      .insert(enrolments)
      .values({ planId: "plan", leadId: "l0", workspaceId: "ada", credentialId: "a", step: 0, dueAt: 9_000 }),
  }));
}

export async function looked({ read, tables }: Database) {
  const { campaignPlans, campaigns, campaignActivity, deliveries, enrolments } = tables;
  const [plan] = await read.select().from(campaignPlans).where(eq(campaignPlans.workspaceId, "ada"));
  const parts = await read.select().from(campaigns).where(eq(campaigns.workspaceId, "ada"));
  const mails = await read.select().from(deliveries).where(eq(deliveries.workspaceId, "ada"));
  const [lead] = await read.select().from(enrolments).where(eq(enrolments.workspaceId, "ada"));
  const activities = await read
    .select()
    .from(campaignActivity)
    .where(eq(campaignActivity.workspaceId, "ada"));
  return {
    plan,
    lead,
    parts: Object.fromEntries(parts.map(({ id, state, pausedBy }) => [id, `${state} ${pausedBy}`])),
    accounts: Object.fromEntries(parts.map(({ id, credentialId }) => [id, credentialId])),
    mails: Object.fromEntries(mails.map(({ id, state }) => [id, state])),
    sums: Object.fromEntries(parts.map(({ id, total, accepted }) => [id, [total, accepted]])),
    activities: activities.map(({ code }) => code),
  };
}

export const ids = (rows: readonly { id: string }[] | null) => rows?.map(({ id }) => id).sort() ?? null;
