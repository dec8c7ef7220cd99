import { createHash } from "node:crypto";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { type PlanContent, zoneName } from "../../../contract/schemas/campaignPlan.ts";
import { JobLost, jobDatabase } from "../../../db/jobDatabase.ts";
import { type AudienceLead, createAudienceStore } from "../../../db/stores/campaigns/audience.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createJoiningStore, type NewEnrolment } from "../../../db/stores/campaigns/sequences/joining.ts";
import { createStandingStore } from "../../../db/stores/campaigns/sequences/standings.ts";
import type { Core } from "../../core/core.ts";
import type { Waits } from "../../core/waits.ts";
import type { JobHandler, JobUnderWay } from "../../jobs/handler.ts";

type Parts = {
  suppressedAmong(workspaceId: string, emails: readonly string[]): Promise<Set<string>>;
  waits: Pick<Waits, "turn">;
};

/** Whoever has come into the audience of a sequence since it began joins it, for as long as it takes anybody in. */
export function createSequenceJoins(core: Core, parts: Parts): JobHandler {
  const store = createJoiningStore(core.database);
  return {
    everyMs: campaignLimits.joinEveryMs,
    async run(job) {
      try {
        for (const plan of await store.sequences())
          if (plan.audience?.joinLater && plan.content !== null) await joinOne(core, parts, { job, plan });
      } catch (error) {
        // Whoever has it now does the rest.
        if (!(error instanceof JobLost)) throw error;
      }
    },
  };
}

type Joining = { job: JobUnderWay; plan: PlanRow };

async function joinOne(core: Core, parts: Parts, { job, plan }: Joining): Promise<void> {
  const { workspaceId, id, audience, content } = plan;
  if (audience === null || content === null) return;
  const store = createJoiningStore(jobDatabase(core.database, job));
  for await (const batch of audienceOf(core, plan)) {
    job.signal.throwIfAborted();
    const leadIds = batch.map((lead) => lead.id);
    const known = await store.enrolledAmong({ workspaceId, id, leadIds });
    const fresh = batch.filter((lead) => !known.has(lead.id) && !lead.optout);
    const suppressed = await parts.suppressedAmong(
      workspaceId,
      fresh.map(({ email }) => email),
    );
    const rows = fresh
      .filter(({ email }) => !suppressed.has(email))
      .map((lead) => enrolmentOf(plan, content, { lead, now: core.clock.now() }));
    if (rows.length > 0 && !(await store.enrol({ workspaceId, id }, rows))) return;
    await parts.waits.turn();
  }
}

/** Before the first step; whoever moves the sequence on gives it that. */
export function enrolmentOf(
  { id: planId, workspaceId }: Pick<PlanRow, "id" | "workspaceId">,
  content: Pick<PlanContent, "accounts" | "zoneField" | "steps">,
  { lead, now }: { lead: Pick<AudienceLead, "id" | "fields">; now: number },
): NewEnrolment {
  const dueAt = now + (content.steps[0]?.delayMinutes ?? 0) * minuteMs;
  return {
    ...{ planId, leadId: lead.id, workspaceId, credentialId: accountFor(content, lead.id) },
    ...{ zone: zoneOf(content, lead), step: -1, deliveryId: null, dueAt },
  };
}

/** One of the campaign's accounts, the same for all of its mails. */
function accountFor({ accounts }: Pick<PlanContent, "accounts">, leadId: string): string {
  const hash = createHash("sha256").update(leadId).digest().readUInt32BE(0);
  return accounts[hash % accounts.length] ?? "";
}

/** By which wall clock its mails go, where it says one that is known; null is the campaign's. */
function zoneOf({ zoneField }: Pick<PlanContent, "zoneField">, { fields }: Pick<AudienceLead, "fields">) {
  const said = zoneField === null ? undefined : zoneName.safeParse(fields?.[zoneField]);
  return said?.success ? said.data : null;
}

/** Whom it takes in: those of its collections, or everybody, but for those of the collections that it leaves out. */
async function* audienceOf(core: Core, { workspaceId, audience }: PlanRow): AsyncGenerator<AudienceLead[]> {
  if (audience === null) return;
  const store = createAudienceStore(core.database);
  const standings = createStandingStore(core.database);
  const countMax = leadLimits.writeBatch;
  for (const collectionId of audience.everyone ? [null] : audience.collections)
    for (let afterId = ""; ; ) {
      const batch = await store.batchAfter({ workspaceId, collectionId, afterId, countMax });
      const leadIds = batch.map(({ id }) => id);
      const out =
        audience.not.collections.length === 0
          ? new Set<string>()
          : await standings.membersAmong({ workspaceId, collectionIds: audience.not.collections, leadIds });
      yield batch.filter(({ id }) => !out.has(id));
      if (batch.length < countMax) break;
      afterId = batch.at(-1)?.id ?? "";
    }
}
