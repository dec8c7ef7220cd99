import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { csvLines } from "../../contract/imports/csvLines.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import { templateLimits } from "../../contract/limits/templates.ts";
import type { ExportStore } from "../../db/stores/identity/exports.ts";
import { byteOrderMark, inBatches, instant } from "./exportedTables.ts";

/** A plan names whom it is for, who may be thousands. */
const planBatch = templateLimits.streamBatch;

/**
 * Each campaign as it is composed, drafts too: for whom, what each of its mails says, and who did what with it. What was
 * sent by it names it in campaigns.json.
 */
export async function* exportedPlans(store: ExportStore, workspaceId: WorkspaceId): AsyncGenerator<unknown> {
  for await (const plans of plansOf(store, workspaceId))
    for (const plan of plans) {
      const mails = await store.planMailsOf({ workspaceId, planId: plan.id });
      const activity = await store.activityOf({ workspaceId, planId: plan.id });
      yield {
        _id: plan.id,
        name: plan.name,
        kind: plan.kind,
        state: plan.state,
        audience: plan.audience,
        ...plan.content,
        mails: mails.map(({ variantId, subject, preview, html, design, templateId, updatedAt }) => ({
          variantId,
          subject,
          preview,
          html,
          design,
          templateId,
          updatedAt: instant(updatedAt),
        })),
        activity: activity.map(({ at, userId, code, params }) => ({ at: instant(at), userId, code, params })),
        createdBy: plan.createdBy,
        createdAt: instant(plan.createdAt),
        updatedAt: instant(plan.updatedAt),
        startedAt: instant(plan.startedAt),
        endedAt: instant(plan.endedAt),
        archivedAt: instant(plan.archivedAt),
      };
    }
}

/** Which step each lead of a sequence has reached, and why it ended for those who get no more. */
export async function* exportedEnrolments(
  store: ExportStore,
  workspaceId: WorkspaceId,
): AsyncGenerator<string> {
  const countMax = accountLimits.exportBatch;
  yield byteOrderMark + csvLines([["planId", "leadId", "step", "dueAt", "endedAt", "endedCode"]]);
  for await (const plans of plansOf(store, workspaceId))
    for (const { id: planId } of plans) {
      const batches = inBatches(
        (afterId) => store.enrolmentBatch({ workspaceId, planId, afterId, countMax }),
        (row) => row.leadId,
      );
      for await (const rows of batches)
        yield csvLines(
          rows.map(({ leadId, step, dueAt, endedAt, endedCode }) => [
            planId,
            leadId,
            String(step + 1),
            instant(dueAt),
            instant(endedAt),
            endedCode ?? "",
          ]),
        );
    }
}

function plansOf(store: ExportStore, workspaceId: WorkspaceId) {
  return inBatches(
    (afterId) => store.planBatch({ workspaceId, afterId, countMax: planBatch }),
    (row) => row.id,
  );
}
