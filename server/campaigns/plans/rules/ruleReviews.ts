import type { Scope } from "../../../../contract/identity/scope.ts";
import { customNames } from "../../../../contract/mergeFields.ts";
import type { AskedRules, PlanContent, RuleReview } from "../../../../contract/schemas/campaignPlan.ts";
import { createCredentialStore } from "../../../../db/stores/accounts/credentials.ts";
import { createMailboxReadingStore } from "../../../../db/stores/accounts/mailboxReadings.ts";
import type { PlanMailRow } from "../../../../db/stores/campaigns/plans/planRows.ts";
import type { Core } from "../../../core/core.ts";
import { createLeadFieldReader } from "../../../leads/index.ts";
import { createTrackingService } from "../../../tracking/index.ts";
import { contentOf } from "../planAnswer.ts";
import { createMailReader } from "../planMails.ts";
import { createOwnedPlans, type PlanRequest } from "../planParts.ts";
import { absentLinkChecks, stopChecks, uncountedChecks } from "../ruleChecks.ts";

export type RuleReviewService = ReturnType<typeof createRuleReviews>;

/** What a review says of the rules between the mails of a sequence, and of what ends it, before they are changed. */
export function createRuleReviews(core: Core) {
  const { owned } = createOwnedPlans(core);
  const credentials = createCredentialStore(core.database);
  const readings = createMailboxReadingStore(core.database);
  const mailReader = createMailReader(core);
  const countedChecks = createCountedChecks(core);
  const definitionsOf = createLeadFieldReader(core);
  return {
    /** @throws {Refusal} not_found. */
    async review(key: PlanRequest, asked: AskedRules): Promise<RuleReview> {
      const known = await owned(key);
      const saved = contentOf(known.plan, known.parts);
      const content = { ...saved, steps: asked.steps ?? saved.steps, stop: asked.stop ?? saved.stop };
      const all = await credentials.ownedBy(key.workspaceId);
      const accounts = all.filter(({ id }) => content.accounts.includes(id));
      const read = await readings.readAccountsOf(key.workspaceId);
      const mails = await mailReader.all({ ...known, plan: { ...known.plan, content } });
      const custom = customNames(await definitionsOf(key));
      return {
        checks: [
          ...stopChecks(content, { accounts, read }),
          ...(await countedChecks(key, content, { mails, custom })),
        ],
      };
    },
  };
}

/** What is told of rules that rest on what is counted, and on links, in every review. */
export function createCountedChecks(core: Core) {
  const tracking = createTrackingService(core);
  const ownOrigin = core.settings.publicUrl ?? "";
  return async (
    scope: Scope,
    content: PlanContent,
    written: { mails: readonly PlanMailRow[]; custom: ReturnType<typeof customNames> },
  ): Promise<RuleReview["checks"]> => {
    return [
      ...uncountedChecks(content, await tracking.forSend(scope, content)),
      ...(await absentLinkChecks(content, { ...written, ownOrigin })),
    ];
  };
}
