import { createHash } from "node:crypto";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { JobLost, jobDatabase } from "../../../db/jobDatabase.ts";
import type { AudienceLead } from "../../../db/stores/campaigns/audience.ts";
import { createOtherAddressStore } from "../../../db/stores/campaigns/plans/otherAddresses.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createJoiningStore, type NewEnrolment } from "../../../db/stores/campaigns/sequences/joining.ts";
import type { Core } from "../../core/core.ts";
import type { Waits } from "../../core/waits.ts";
import type { JobHandler, JobUnderWay } from "../../jobs/handler.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { readZoneField, type ZoneField, zoneSaid } from "../plans/leadZones.ts";
import type { PlanAudiences } from "../plans/planAudience.ts";
import { planScopeOf } from "../plans/planScope.ts";
import { unpaidSince } from "../plans/unpaid.ts";
import { pauseWhole } from "./advance.ts";

type Parts = {
  audiences: Pick<PlanAudiences, "look" | "joiners">;
  waits: Pick<Waits, "turn">;
  sender: Pick<SendingPort, "tell">;
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

/** Asks what the start asked, at this moment: who joins is whom a start would mail now, but for those who are in it. */
async function joinOne(
  core: Core,
  { audiences, waits, sender }: Parts,
  { job, plan }: Joining,
): Promise<void> {
  const { workspaceId, id, version, audience, content } = plan;
  if (audience === null || content === null) return;
  const lack = await unpaidSince(core, plan);
  if (lack !== null) return pauseWhole(core, { plan, why: lack, parts: { sender } });
  const store = createJoiningStore(jobDatabase(core.database, job));
  const looked = await audiences.look(await planScopeOf(core, plan), audience);
  // Nobody can tell any more whom it is to leave out. A start would ask a person.
  if (looked.broken.length > 0) return;
  const zoneField = await readZoneField(core, plan, content.zoneField);
  let found: Map<string, unknown> | null = null;
  for await (const batch of audiences.joiners(looked, id)) {
    job.signal.throwIfAborted();
    // It begins for nobody twice who was deleted and added or imported again.
    found ??= await createOtherAddressStore(core.database, waits).ofSteps({ workspaceId, id });
    const mailed = found;
    const now = core.clock.now();
    const got = reason("excluded_campaign", { name: plan.name });
    const rows = batch.map((lead) => {
      const row = enrolmentOf(plan, content, { lead, now, zoneField });
      return mailed.has(lead.email) ? { ...row, dueAt: null, endedAt: now, ...endedBy(got) } : row;
    });
    if (rows.length > 0 && !(await store.enrol({ workspaceId, id, version }, rows))) return;
    await waits.turn();
  }
}

function endedBy({ code, params }: Reason): Pick<NewEnrolment, "endedCode" | "endedParams"> {
  return { endedCode: code, endedParams: params };
}

/** Before the first step; whoever moves the sequence on gives it that. */
export function enrolmentOf(
  { id: planId, workspaceId }: Pick<PlanRow, "id" | "workspaceId">,
  content: Pick<PlanContent, "accounts" | "steps">,
  {
    lead,
    now,
    zoneField,
  }: { lead: Pick<AudienceLead, "id" | "fields">; now: number; zoneField: ZoneField | null },
): NewEnrolment {
  const dueAt = now + (content.steps[0]?.delayMinutes ?? 0) * minuteMs;
  return {
    planId,
    leadId: lead.id,
    workspaceId,
    credentialId: accountFor(content, lead.id),
    // By which wall clock its mails go, where it says one that is known; null is the campaign's.
    zone: zoneField && zoneSaid(lead.fields?.[zoneField.id], zoneField),
    step: -1,
    deliveryId: null,
    dueAt,
  };
}

/** One of the campaign's accounts, the same for all of its mails. */
function accountFor({ accounts }: Pick<PlanContent, "accounts">, leadId: string): string {
  const hash = createHash("sha256").update(leadId).digest().readUInt32BE(0);
  return accounts[hash % accounts.length] ?? "";
}
