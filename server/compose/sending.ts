import type { Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import { socketLimits } from "../../contract/limits/socket.ts";
import { type CampaignStore, createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../db/stores/campaigns/ledger.ts";
import { createBoundedSending } from "../campaigns/boundedSending.ts";
import { createCampaignPages, createCampaignShowing } from "../campaigns/campaignPages.ts";
import { createCampaignService } from "../campaigns/campaigns.ts";
import { deliveryOnTheWire } from "../campaigns/deliveryPages.ts";
import { askedLately, withDoneAt } from "../campaigns/doneTimes.ts";
import { insightRoutes } from "../campaigns/insight/routes.ts";
import { createWholeProgress } from "../campaigns/plans/composedProgress.ts";
import { createDraftService } from "../campaigns/plans/drafts.ts";
import { createDuplicates } from "../campaigns/plans/duplicates.ts";
import { createPlanAudiences } from "../campaigns/plans/planAudience.ts";
import { createPlanMailService, type TemplateContent } from "../campaigns/plans/planMails.ts";
import { createOwnedPlans } from "../campaigns/plans/planParts.ts";
import { createReviewService } from "../campaigns/plans/reviews.ts";
import { planRoutes } from "../campaigns/plans/routes.ts";
import { createRuleReviews } from "../campaigns/plans/rules/ruleReviews.ts";
import { startJobs } from "../campaigns/plans/startJobs.ts";
import { createStartService } from "../campaigns/plans/starts.ts";
import { sendingRoutes } from "../campaigns/routes.ts";
import { createSending } from "../campaigns/sending.ts";
import { createSendPlans } from "../campaigns/sendPlan.ts";
import { sequenceJobs } from "../campaigns/sequences/jobs.ts";
import { createWinners } from "../campaigns/sequences/winners.ts";
import { createTestMails } from "../campaigns/testMails.ts";
import { createMailSweep } from "../campaigns/transactional/mailSweep.ts";
import { transactionalRoutes } from "../campaigns/transactional/routes.ts";
import type { Core } from "../core/core.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Change, UnnumberedMessage } from "../realtime/hub.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import { createRowMoves } from "../sending/dispatch/rowMoves.ts";
import { createMailPreviews } from "../templates/mailPreview.ts";
import { suppressionCheck, type World, worldOf } from "./sender.ts";
import { composeSendingAccounts } from "./sendingAccounts.ts";

type SendingOptions = {
  core: Core;
  jobs: Pick<Jobs, "wake" | "ask" | "askAll">;
  /** Whoever sends. */
  sender: SendingPort;
  /** What a template that this workspace may use says, or null. */
  templateContent: TemplateContent;
  /** Who reads the mailboxes of accounts; left out where nobody does. */
  readings?: Parameters<typeof composeSendingAccounts>[1]["readings"];
  world?: Pick<World, "providers" | "waits">;
  /** Tells whoever watches a workspace what no call of theirs has changed. */
  onChange?(change: Change): void;
};

export type SendingSystem = ReturnType<typeof composeSending>;

/** Accounts and campaigns as those know them who answer people, put together over one core. */
export function composeSending({
  core,
  jobs,
  sender,
  templateContent,
  readings = { accountChanged: async () => {} },
  world = worldOf(core),
  onChange = () => {},
}: SendingOptions) {
  const { database } = core;
  const campaigns = createCampaignStore(database);
  const ledger = createLedger(database);
  const { providers, waits } = world;
  const templateHtml = async (scope: Scope, id: string) => (await templateContent(scope, id))?.html ?? null;
  const moves = createRowMoves(core, waits);
  const suppressedAmong = suppressionCheck(core);
  const ofAccounts = { jobs, sender, campaigns, providers, readings };
  const { accounts, health, permissions, domains, routes } = composeSendingAccounts(core, ofAccounts);
  const parts = { campaigns, ledger, sender, suppressedAmong, templateHtml, waits, jobs };
  const showing = createCampaignShowing(core, parts);
  const pages = createCampaignPages(core, showing);
  const audiences = createPlanAudiences(core);
  const starting = { sender, waits, jobs, audiences, showing };
  const starts = createStartService(core, starting);
  const steering = createCampaignService(core, { sender, moves, showing, starts });
  const drafts = createDraftService(core, { sender, jobs });
  const { owned } = createOwnedPlans(core);
  const winners = createWinners(core, { sender });
  const sending = createSending(core, parts);
  return {
    /** What other domains ask of it. */
    offered: { accounts, sending },
    /** How campaigns and their mails are shown. */
    shown: { campaign: showing.one, deliveryAnswer: deliveryOnTheWire },
    /** What follows on an account that a provider connected, for the first time or anew. */
    connected: { goOn: accounts.goOn, domains },
    /** What is done without being asked for, when it is time. */
    forJobs: {
      permissions,
      accountHealth: health,
      domains,
      campaigns: drafts,
      starts: startJobs(core, { ...starting, onChange }),
      sequences: sequenceJobs(core, { sender, waits, audiences, jobs }),
      mails: createMailSweep(core),
    },
    routes: [
      ...routes,
      ...transactionalRoutes(core, { campaigns, sender, templateContent }),
      ...insightRoutes(core, { campaigns }),
      ...sendingRoutes({
        sending: createBoundedSending(core, sending),
        plans: createSendPlans(core, parts),
        previews: createMailPreviews(core, parts),
        testMails: createTestMails(core, parts),
        campaigns: steering,
        pages,
      }),
      ...planRoutes({
        reviews: createReviewService(core, { audiences }),
        rules: createRuleReviews(core),
        audiences,
        starts,
        drafts,
        pages,
        campaigns: steering,
        duplicates: createDuplicates(core),
        mails: createPlanMailService(core, { templateContent }),
        async chooseWinner(key, asked) {
          const { plan } = await owned(key);
          await winners.chooseByHand(plan, { ...asked, userId: key.userId });
          return showing.one(key);
        },
      }),
    ],
    snapshot: snapshots(core, { campaigns, sender }),
  };
}

/** One message per campaign that somebody who has just connected should see. */
function snapshots(
  core: Core,
  { campaigns, sender }: { campaigns: CampaignStore; sender: Pick<SendingPort, "progressOf" | "waitingsOf"> },
): (workspaceId: WorkspaceId) => Promise<UnnumberedMessage[]> {
  const wholeProgress = createWholeProgress(core, sender);
  const lately = askedLately<number | null>(core);
  return async (workspaceId) => {
    const rows = await campaigns.currentOf({
      workspaceId,
      finishedSince: core.clock.now() - sendLimits.recentlyFinishedMs,
      countMax: socketLimits.snapshotCampaigns,
    });
    // Of several parts of one campaign the whole is told, once.
    const told = new Map<string, UnnumberedMessage>();
    for (const message of await sender.progressOf(rows))
      told.set(message.planId ?? message.data.campaignId, message);
    const whole = [...told].map(async ([id, message]) => {
      const summed = () => wholeProgress({ workspaceId, id }, message);
      if (message.planId !== undefined) return summed();
      if (!message.data.running) return message;
      const key = `${id} ${message.data.waitingCause?.code}`;
      return withDoneAt(message, await lately(key, async () => (await summed())?.data.doneAt ?? null));
    });
    return (await Promise.all(whole)).filter((message) => message !== null);
  };
}
