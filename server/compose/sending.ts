import type { Scope } from "../../contract/identity/scope.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import { socketLimits } from "../../contract/limits/socket.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { type CampaignRow, createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../db/stores/campaigns/ledger.ts";
import type { ClaimedDelivery } from "../../db/stores/campaigns/ledgerSending.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import { createStoredTimeStore } from "../../db/stores/installation/storedTimes.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import { accountOf } from "../accounts/credentialRows.ts";
import { createCredentialService } from "../accounts/credentials.ts";
import { createGooglePermissions } from "../accounts/googlePermissions.ts";
import { credentialRoutes } from "../accounts/routes.ts";
import { createCampaignService } from "../campaigns/campaigns.ts";
import { composerOf } from "../campaigns/mails.ts";
import { sendingRoutes } from "../campaigns/routes.ts";
import { createSending } from "../campaigns/sending.ts";
import { createSendPlans } from "../campaigns/sendPlan.ts";
import { createTestMails } from "../campaigns/testMails.ts";
import type { Core } from "../core/core.ts";
import type { Metrics } from "../core/metrics.ts";
import { systemWaits, type Waits } from "../core/waits.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { UnnumberedMessage } from "../realtime/hub.ts";
import { Dispatcher } from "../sending/dispatch/dispatcher.ts";
import { createRowMoves } from "../sending/dispatch/rowMoves.ts";
import { createSendingProviders, type SendingProviders } from "../sending/senders/registry.ts";
import type { OutgoingMail } from "../sending/senders/sender.ts";
import { createMailPreviews } from "../templates/mailPreview.ts";

export type SendingOptions = {
  core: Core;
  metrics: Pick<Metrics, "mailTried">;
  jobs: Pick<Jobs, "wake">;
  publish(workspaceId: string, message: UnnumberedMessage): void;
  /** The HTML of a template that this workspace may use, or null. */
  templateHtml(scope: Scope, templateId: string): Promise<string | null>;
  /** What reaches beyond this process, or comes from chance; a simulation has its own. */
  world?: {
    providers: SendingProviders;
    waits: Waits;
    random(): number;
    composerOf(campaign: CampaignRow): Promise<(delivery: ClaimedDelivery) => OutgoingMail>;
  };
};

export type SendingSystem = ReturnType<typeof composeSending>;

/** Accounts, campaigns and the dispatcher, put together over one core. */
export function composeSending({
  core,
  metrics,
  jobs,
  publish,
  templateHtml,
  world = worldOf(core),
}: SendingOptions) {
  const { database, clock } = core;
  const campaigns = createCampaignStore(database);
  const ledger = createLedger(database);
  const { providers, waits, random } = world;
  const moves = createRowMoves(core, waits);
  const suppressedAmong = suppressionCheck(core);
  const connectionsOf = (row: CredentialRow) => providers[row.provider].capacity(row.type).connections;

  const dispatcher = new Dispatcher({
    database,
    ledger,
    campaigns,
    moves,
    credentials: createCredentialStore(database),
    usage: createUsageStore(database),
    storedTimes: createStoredTimeStore(database),
    clock: { ...waits, now: () => clock.now() },
    log: core.log,
    suppressedAmong,
    publish,
    tried: metrics.mailTried,
    random,
    capacityOf: (row) => ({ budget: budgetOf(row), connections: connectionsOf(row) }),
    openSender: (row) =>
      providers[row.provider].open(accountOf(core, { row, connections: connectionsOf(row) })),
    composerOf: world.composerOf,
  });

  const permissions = createGooglePermissions(core);
  const accounts = createCredentialService(core, { providers, campaigns, dispatcher, permissions, jobs });
  const parts = { campaigns, ledger, dispatcher, suppressedAmong, templateHtml, waits };
  return {
    dispatcher,
    /** Lets an account go on that was connected anew. */
    goOn: accounts.goOn,
    permissions,
    routes: [
      ...credentialRoutes(accounts),
      ...sendingRoutes({
        sending: createSending(core, parts),
        plans: createSendPlans(core, parts),
        previews: createMailPreviews(core, parts),
        testMails: createTestMails(core, parts),
        campaigns: createCampaignService(core, { ...parts, moves }),
      }),
    ],

    /** One message per campaign that somebody who has just connected should see. */
    async snapshot(workspaceId: string): Promise<UnnumberedMessage[]> {
      const rows = await campaigns.currentOf({
        workspaceId,
        finishedSince: clock.now() - sendLimits.recentlyFinishedMs,
        countMax: socketLimits.snapshotCampaigns,
      });
      return Promise.all(rows.map(({ campaign, counts }) => dispatcher.progressOf(campaign, counts)));
    },
  };
}

function worldOf(core: Core): NonNullable<SendingOptions["world"]> {
  return {
    providers: createSendingProviders(core),
    waits: systemWaits,
    random: Math.random,
    composerOf: (campaign) => composerOf(core, campaign),
  };
}

function budgetOf({ perDay, perMinute, gapMs, rampPerDay, rampStartedAt }: CredentialRow) {
  return { perDay, perMinute, gapMs, rampPerDay, rampStartedAt };
}

function suppressionCheck(core: Core) {
  const store = createSuppressionStore(core.database);
  return async (workspaceId: string, emails: readonly string[]): Promise<Set<string>> => {
    const hashes = new Map(emails.map((email) => [core.secrets.hashAddress(email), email]));
    const found = await store.suppressedAmong(workspaceId, [...hashes.keys()]);
    return new Set([...found].flatMap((hash) => hashes.get(hash) ?? []));
  };
}
