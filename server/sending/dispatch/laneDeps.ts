import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { MailedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { UsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Barred } from "../../../db/stores/leads/suppressions.ts";
import type { Time } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import type { SharedRefusals } from "../automaticPauses/RefusalRun.ts";
import type { AccountJournal } from "../journal/AccountJournal.ts";
import type { FileJournal } from "../journal/FileJournal.ts";
import type { MailBuffers } from "../mail/MailBuffers.ts";
import type { OutgoingMail, Sender } from "../senders/sender.ts";
import type { WindowGate } from "../windows/WindowGate.ts";
import type { Pause } from "./accountHealth.ts";
import type { Tally, Waiting } from "./tally.ts";

/**
 * Makes a delivery's mail in memory that is used again: at once for a campaign, whose composition is kept; what is asked for
 * one by one is read for it.
 */
export type Composer = (
  delivery: MailedDelivery,
  buffers: MailBuffers,
) => OutgoingMail | Promise<OutgoingMail>;

/** A running campaign on its account's lane. */
export type LaneCampaign = {
  row: CampaignRow;
  tally: Tally;
  /** When the earliest deferred mail may go again; null when nothing is deferred. */
  nextDueAt: number | null;
  compose: Composer;
  /** When its mails may go. */
  gate: WindowGate;
  /** When it is asked again, after a claim of what was due took nothing; null where none has come to nothing. */
  claimAgainAt: number | null;
  /**
   * Something else than its lane has changed it, so the lane reads it afresh before it goes on. Nobody else may: what
   * they read would be without what the lane writes meanwhile, and the lane would wait for mails that have ended.
   */
  isStale: boolean;
};

/** What a lane asks of the rest: each is one thing that can fail by itself. */
export type LaneDeps = {
  ledger: Ledger;
  usage: Pick<UsageStore, "record" | "giveBack">;
  clock: Time;
  log: Log;
  /** Tells the next sender which mails may have left, should this process die. */
  journal: Pick<FileJournal, "isKept" | "composing" | "journalOf"> &
    Partial<Pick<FileJournal, "settled"> & Pick<AccountJournal, "isNotedAhead">>;
  /** Begins to count mails for their leads, where it is time for that. */
  countMails(): void;
  /** False once the clock was set: the lane's budget goes by times that have moved, so it claims nothing more. */
  mayClaim(): boolean;
  openSender(credential: CredentialRow): Promise<Sender>;
  /** Which of these addresses must not be mailed, whatever their lead says. */
  suppressedAmong(workspaceId: WorkspaceId, emails: readonly string[]): Promise<Map<string, Barred>>;
  /** Writes the account's rest or stop; null lets it go on. */
  savePause(credentialId: string, pause: Pause | null): Promise<void>;
  /** What campaigns with parts on several lanes are refused in a row. */
  sharedRefusals?: SharedRefusals;
  /** Pauses one campaign, with all of its parts, until a person has acted, and says why. */
  pauseCampaign(campaignId: string, reason: Reason): Promise<void>;
  /** Reads a campaign afresh, after something else than its lane has changed it. */
  lookAgain(campaign: LaneCampaign): Promise<void>;
  /** Closes a campaign of which everything has come to an end; answers its tally when that is not so after all. */
  finish(campaign: LaneCampaign): Promise<Tally | null>;
  /** Called whenever counts or the reason for waiting changed. */
  progressed(campaign: LaneCampaign, waiting: Waiting | null): void;
  /** What came of a mail that was tried, for whoever counts them. */
  tried(kind: Outcome["kind"]): void;
  random(): number;
};
