import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { StoredCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import { reasonColumns } from "../../../db/stores/campaigns/deliveryReason.ts";
import type { NewDelivery } from "../../../db/stores/campaigns/newDeliveries.ts";
import type { NewEnrolment } from "../../../db/stores/campaigns/plans/enrolments.ts";
import type { MeantLead } from "../../../db/stores/campaigns/plans/planAudience.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { PlanStartStore, WholePart } from "../../../db/stores/campaigns/plans/planStarts.ts";
import type { Core } from "../../core/core.ts";
import { readAhead } from "../../core/readAhead.ts";
import type { Waits } from "../../core/waits.ts";
import { createPartMaker } from "../sequences/parts.ts";
import { variantFor } from "../sequences/variants.ts";
import { createZones } from "./leadZones.ts";
import type { LookedAtAudience, PlanAudiences } from "./planAudience.ts";

type Writing = {
  core: Core;
  store: PlanStartStore;
  audiences: PlanAudiences;
  waits: Pick<Waits, "turn">;
  plan: PlanRow;
  content: PlanContent;
  looked: LookedAtAudience;
  /** Which account the next of those who are mailed gets. */
  nextAccount(): string;
  signal: AbortSignal;
};

type Line = MeantLead & { why: Reason | null };

/**
 * Writes the first step of a campaign's ledger: a row for each lead once, those that are not mailed with the reason why.
 * Each part is made when the first lead falls into it, and none begins.
 */
export async function writeStartLedger(writing: Writing): Promise<WholePart[]> {
  const { core, audiences, store, waits, plan, content, looked, signal } = writing;
  const maker = createPartMaker(core, plan, content);
  const zonesOf = await createZones(core, plan, content);
  const parts = new Map<string, WholePart>();
  for await (const batch of readAhead(audiences.leads(looked))) {
    signal.throwIfAborted();
    const zones = await zonesOf?.(batch);
    const deliveries: NewDelivery[] = [];
    const enrolments: NewEnrolment[] = [];
    for (const lead of batch) {
      const part = await maker.partFor(placeOf(writing, lead, zones?.get(lead.id) ?? content.zone));
      const row = newDelivery(core, part, lead);
      deliveries.push(row);
      count(parts, part, lead);
      if (plan.kind === "sequence" && lead.why === null)
        enrolments.push(enrolment(core, { part, row, zone: zones?.get(lead.id) ?? null }));
    }
    const partIds = new Set(deliveries.map(({ campaignId }) => campaignId));
    await store.write({ workspaceId: plan.workspaceId, partIds: [...partIds], deliveries, enrolments });
    // Let other requests have their turn between two batches.
    await waits.turn();
  }
  return [...parts.values()];
}

/** Whoever is not mailed stands with the first account, and is tried with nothing. */
function placeOf({ plan, content, nextAccount }: Writing, lead: Line, zone: string) {
  const [step] = content.steps;
  const [account = ""] = content.accounts;
  if (step === undefined) throw new Error("a campaign without a mail cannot start");
  if (lead.why !== null)
    return { step: 0, variantId: step.variants[0]?.id ?? null, credentialId: account, zone: content.zone };
  const variantId = variantFor(step, { planId: plan.id, leadId: lead.id });
  return { step: 0, variantId, credentialId: nextAccount(), zone };
}

function newDelivery(core: Core, part: StoredCampaign, lead: Line): NewDelivery {
  return {
    id: core.newId(),
    campaignId: part.id,
    workspaceId: part.workspaceId,
    leadId: lead.id,
    email: lead.email,
    state: lead.why === null ? "queued" : "skipped",
    ...reasonColumns(lead.why),
    attempts: 0,
    dueAt: part.createdAt,
  };
}

function enrolment(
  core: Core,
  { part, row, zone }: { part: StoredCampaign; row: NewDelivery; zone: string | null },
): NewEnrolment {
  const { planId, workspaceId, credentialId } = part;
  const dueAt = core.clock.now() + campaignLimits.unsentLookMs;
  return {
    planId: planId ?? part.id,
    leadId: row.leadId,
    workspaceId,
    credentialId,
    zone,
    step: 0,
    deliveryId: row.id,
    dueAt,
  };
}

function count(parts: Map<string, WholePart>, part: StoredCampaign, { why }: Line): void {
  const { id, pausedBy, pausedReason } = part;
  const rests = pausedBy === null ? null : { pausedBy, pausedReason };
  const known = parts.get(id) ?? { id, total: 0, accepted: 0, rests };
  known.total += 1;
  if (why === null) known.accepted += 1;
  parts.set(id, known);
}
