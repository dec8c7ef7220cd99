import { uptime } from "node:os";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { leasedDatabase } from "../../db/leasedDatabase.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { type CampaignRow, createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../db/stores/campaigns/ledger.ts";
import { createAutomaticPauseStore } from "../../db/stores/campaigns/plans/automaticPauses.ts";
import { createPlanStore } from "../../db/stores/campaigns/plans/plans.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import { createJournalRunStore } from "../../db/stores/installation/journalRun.ts";
import { createStoredTimeStore } from "../../db/stores/installation/storedTimes.ts";
import { type Barred, createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import { createAccountLeaseStore } from "../../db/stores/sending/accountLeases.ts";
import { settleLate } from "../../db/stores/sending/lateOutcomes.ts";
import { accountOf } from "../accounts/credentialRows.ts";
import { signersOf } from "../accounts/domain/keys/signersOf.ts";
import { composerOf } from "../campaigns/mails.ts";
import { createMailComposers } from "../campaigns/transactional/mailComposers.ts";
import { createElapsed } from "../core/clock.ts";
import type { Core } from "../core/core.ts";
import { noticeText } from "../core/notices.ts";
import { systemWaits, type Waits } from "../core/waits.ts";
import type { SendingEvents } from "../sending/boundary/port.ts";
import { CommitTurns } from "../sending/dispatch/CommitTurns.ts";
import { Dispatcher } from "../sending/dispatch/dispatcher.ts";
import type { Composer } from "../sending/dispatch/laneDeps.ts";
import { createRowMoves } from "../sending/dispatch/rowMoves.ts";
import { FileJournal } from "../sending/journal/FileJournal.ts";
import { type JournalFile, journalFileIn, noJournalFile } from "../sending/journal/journalFile.ts";
import { createSendingProviders, type SendingProviders } from "../sending/senders/registry.ts";
import { signingSender } from "../sending/signing/signingSender.ts";

/** What reaches beyond this process, or comes from chance; a simulation has its own. */
export type World = {
  providers: SendingProviders;
  waits: Waits;
  /** Milliseconds that pass while the machine sleeps, too. */
  elapsedMs(): number;
  random(): number;
  composerOf(campaign: CampaignRow): Promise<Composer>;
  journalFile: JournalFile;
};

export type SenderOptions = {
  core: Core;
  events: SendingEvents;
  /** When this process began, by its clock; now unless said. */
  startedAt?: number;
  world?: World;
};

/** Whoever sends, put together over one core; it knows nobody who answers people. */
export function composeSender({ core, events, startedAt, world = worldOf(core) }: SenderOptions): Dispatcher {
  const { database, clock } = core;
  const { providers, waits, random } = world;
  const connectionsOf = (row: CredentialRow) =>
    row.connections ?? providers[row.provider].capacity(row.type).connections;
  const moves = createRowMoves(core, waits);
  const turns = database.shared === null ? null : new CommitTurns(waits);
  return new Dispatcher({
    database,
    ledger: createLedger(database),
    leases: createAccountLeaseStore(database),
    ledgerOf(lease) {
      const ledger = createLedger(leasedDatabase(database, lease));
      return turns?.of(ledger) ?? ledger;
    },
    settleLate: (settled) => settleLate(database, settled),
    freed: () => database.notices?.send(noticeText({ about: "free" })),
    holder: core.newId(),
    elapsedMs: world.elapsedMs,
    campaigns: createCampaignStore(database),
    plans: createPlanStore(database),
    pauses: createAutomaticPauseStore(database),
    newId: core.newId,
    moves,
    countMails: moves.countMails,
    journal: new FileJournal({ ...core, file: world.journalFile, kept: createJournalRunStore(database) }),
    credentials: createCredentialStore(database),
    usage: createUsageStore(database),
    storedTimes: createStoredTimeStore(database),
    clock: { ...waits, now: () => clock.now() },
    log: core.log,
    startedAt: startedAt ?? clock.now(),
    suppressedAmong: suppressionCheck(core),
    publish: events.publish,
    accountChanged: events.accountChanged,
    tried: events.tried,
    random,
    capacityOf: (row) => ({ budget: budgetOf(row), connections: connectionsOf(row) }),
    openSender: async (row) => {
      const signing = await signersOf(core, row);
      const sender = await providers[row.provider].open(
        accountOf(core, { row, connections: connectionsOf(row) }),
      );
      return signing === null ? sender : signingSender(sender, { ...signing, now: () => clock.now() });
    },
    composerOf: world.composerOf,
  });
}

export function worldOf(core: Core): World {
  const mailComposers = createMailComposers(core);
  return {
    providers: createSendingProviders(core),
    waits: systemWaits,
    elapsedMs: createElapsed({
      steadyMs: systemWaits.steadyMs,
      uptimeMs: () => uptime() * 1_000,
      wallMs: Date.now,
    }),
    random: Math.random,
    composerOf: async (campaign) =>
      campaign.mailKind === null ? composerOf(core, campaign) : mailComposers.of(campaign),
    journalFile: core.database.shared === null ? journalFileIn(core.settings.dataFolder) : noJournalFile,
  };
}

function budgetOf({ perDay, perMinute, gapMs, rampPerDay, rampStartedAt }: CredentialRow) {
  return { perDay, perMinute, gapMs, rampPerDay, rampStartedAt };
}

/** Which addresses must not be mailed, and why, whatever their lead says. */
export function suppressionCheck(core: Core) {
  const store = createSuppressionStore(core.database);
  return async (workspaceId: WorkspaceId, emails: readonly string[]): Promise<Map<string, Barred>> => {
    const hashes = new Map(emails.map((email) => [core.secrets.hashAddress(email), email]));
    const found = await store.suppressedAmong(workspaceId, [...hashes.keys()]);
    return new Map(
      [...found].flatMap(([hash, why]) => {
        const email = hashes.get(hash);
        return email === undefined ? [] : [[email, why] as const];
      }),
    );
  };
}
