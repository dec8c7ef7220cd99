import { sentStepId } from "../../../contract/campaigns/changeHeld.ts";
import type { PlannedScope, Scope } from "../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { CampaignMail, MailChange } from "../../../contract/schemas/campaignMail.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createPlanMailStore } from "../../../db/stores/campaigns/plans/planMails.ts";
import type { PlanMailRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { planStateOf } from "../../../db/stores/campaigns/plans/planState.ts";
import { createStepChangeStore } from "../../../db/stores/campaigns/sequences/stepChanges.ts";
import { previewLineOf, withPreviewLine } from "../../../mail/design/previewLine.ts";
import type { Core } from "../../core/core.ts";
import { cleanedHtml, drawnHtml } from "../../templates/index.ts";
import { partStatesOf } from "./campaignAnswer.ts";
import { sentVersion } from "./emptyPlan.ts";
import { withOnePreviewLine } from "./onePreviewLine.ts";
import { activityOf } from "./planActivities.ts";
import { allSteps, contentOf, mailAnswer } from "./planAnswer.ts";
import {
  createOwnedPlans,
  mayBeJoined,
  type OwnedPlan,
  type PlanRequest,
  refuseUnsending,
} from "./planParts.ts";

/** What a template that this workspace may use says, or null. */
export type TemplateContent = (
  scope: Scope,
  id: string,
) => Promise<{ html: string; design: unknown; version: number } | null>;
type MailRequest = PlanRequest & Pick<PlannedScope, "maySend"> & { variantId: string };

export type PlanMailService = ReturnType<typeof createPlanMailService>;

/** What the variants of a campaign's steps say. */
export function createPlanMailService(core: Core, { templateContent }: { templateContent: TemplateContent }) {
  const store = createPlanMailStore(core.database);
  const { owned } = createOwnedPlans(core);
  const reading = createMailReader(core);
  const running = createStepChangeStore(core.database);

  async function contentIn(
    key: MailRequest,
    change: MailChange,
    before: PlanMailRow,
  ): Promise<Partial<PlanMailRow>> {
    const { version: _, html, templateId, ...given } = change;
    const content = {
      ...given,
      ...(html === undefined ? {} : { html: await cleanedHtml(key, html) }),
      ...(templateId === undefined ? {} : { templateId }),
    } as Partial<PlanMailRow>;
    if (html !== undefined || templateId === undefined || templateId === null) return content;
    const taken = await templateContent(key, templateId);
    if (taken === null) throw refused("template_unknown", {}, { field: "templateId" });
    const { html: drawn, design } = taken;
    const line = previewLineOf(design);
    if (line === "") return { ...content, html: drawn, design };
    // A campaign's mail has one preview line, which stands beside its subject and not in its design.
    const without = withPreviewLine(design, "");
    const preview = content.preview ?? (before.preview || line.slice(0, campaignLimits.previewMax));
    return { ...content, preview, html: await drawnHtml(core, key, without), design: without };
  }

  return {
    /** @throws {Refusal} not_found. */
    async one(key: MailRequest): Promise<CampaignMail> {
      return mailAnswer(await reading.one(await owned(key), key.variantId));
    },

    /** @throws {Refusal} not_found; conflict when it was saved elsewhere since, or has gone out. */
    async save(key: MailRequest, change: MailChange): Promise<CampaignMail> {
      const known = await owned(key);
      const before = await reading.one(known, key.variantId);
      if (before.version !== change.version) throw refused("plan_changed_meanwhile");
      if (known.plan.state !== "draft") refuseUnsending(key);
      refuseSent(known);
      await refuseBehind(known, key.variantId);
      const updatedAt = core.clock.now();
      const content = await contentIn(key, change, before);
      const mail = await withOnePreviewLine(core, key, { ...before, ...content, updatedAt });
      const saved = await store.save({
        mail,
        version: change.version,
        from: [known.plan.state],
        activities: known.plan.state === "draft" ? [] : [changed(known, { mail, by: key })],
      });
      if (saved === null) throw refused("plan_changed_meanwhile");
      return mailAnswer(saved);
    },
  };

  /** @throws {Refusal} conflict for a mail of a sequence that nobody is still to get: it would say what nobody has read. */
  async function refuseBehind({ plan, parts }: OwnedPlan, variantId: string): Promise<void> {
    if (plan.kind !== "sequence" || plan.state === "draft") return;
    const { steps } = contentOf(plan, parts);
    const at = steps.findIndex(({ variants }) => variants.some(({ id }) => id === variantId));
    const step = steps[at];
    if (step === undefined || mayBeJoined({ plan, parts }, step.id)) return;
    if (!(await running.isAwaited(plan, at))) throw refused("plan_mail_behind");
  }

  function changed({ plan, parts }: OwnedPlan, { mail, by }: { mail: PlanMailRow; by: Scope }) {
    const { steps, nextSteps } = contentOf(plan, parts);
    const step =
      (nextSteps ?? steps).findIndex(({ variants }) => variants.some(({ id }) => id === mail.variantId)) + 1;
    const activity = reason("did_change_content", { step, version: mail.version + 1 });
    return activityOf(core, { key: plan, by, activity });
  }
}

/** Reads mails of a campaign, of one that was sent without being composed from its part. */
export function createMailReader(core: Pick<Core, "database" | "settings">) {
  const { database } = core;
  const store = createPlanMailStore(database);
  const campaigns = createCampaignStore(database);

  async function one({ plan, parts }: OwnedPlan, variantId: string): Promise<PlanMailRow> {
    const steps = allSteps(contentOf(plan, parts));
    if (!steps.some(({ variants }) => variants.some(({ id }) => id === variantId)))
      throw refused("variant_unknown");
    const { id: planId, workspaceId } = plan;
    const empty: PlanMailRow = {
      planId,
      variantId,
      workspaceId,
      subject: "",
      preview: "",
      html: "",
      design: null,
      templateId: null,
      version: 0,
      updatedAt: plan.createdAt,
    };
    const [part] = parts;
    if (variantId === sentStepId && part !== undefined) {
      const html = (await campaigns.htmlOf(part.campaign)) ?? "";
      const { subject, createdAt: updatedAt } = part.campaign;
      return { ...empty, subject, html, version: sentVersion, updatedAt };
    }
    const kept = await store.one({ workspaceId, id: planId, variantId });
    return kept === null ? empty : withOnePreviewLine(core, { workspaceId }, kept);
  }

  return {
    /** Empty, at version 0, where nothing is written yet. @throws {Refusal} not_found. */
    one,

    async all(known: OwnedPlan): Promise<PlanMailRow[]> {
      const { steps } = contentOf(known.plan, known.parts);
      const mails: PlanMailRow[] = [];
      for (const { id } of steps.flatMap(({ variants }) => variants)) mails.push(await one(known, id));
      return mails;
    },
  };
}

/** What leads of a sequence are still to get may change. @throws {Refusal} conflict for anything else but a draft. */
function refuseSent({ plan, parts, hasMoreToCome }: OwnedPlan): void {
  if (plan.state === "draft") return;
  const state = planStateOf(plan, partStatesOf(parts), hasMoreToCome);
  if (plan.kind === "once" && plan.state === "started") throw refused("plan_part_fixed", { part: "content" });
  if (plan.state !== "started" || (state !== "running" && state !== "paused"))
    throw refused("campaign_state_wrong", { state, change: "changed" });
}
