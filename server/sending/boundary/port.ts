import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { campaignWords } from "../../core/notices.ts";
import type { UnnumberedMessage } from "../../realtime/hub.ts";
import type { Waiting } from "../dispatch/tally.ts";
import type { OutgoingMail } from "../senders/sender.ts";

/**
 * What those who answer people tell whoever sends: where to look again. The tables are the truth; a word that is lost
 * costs the time until the sender looks by itself, and one that comes twice changes nothing.
 */
export type SendingCommand =
  /** A campaign begins or goes on; was paused, cancelled or moved; had its mails moved by a person. */
  | { kind: CampaignWord; campaignId: string; workspaceId: WorkspaceId }
  /** A sending account was changed, removed or let go on. */
  | { kind: "account"; credentialId: string };

export type CampaignWord = (typeof campaignWords)[number];

/** One mail outside any campaign, through an account. */
export type SingleMail = { credentialId: string; workspaceId: WorkspaceId; mail: OutgoingMail };

/** A campaign with its counts as they were read. */
export type Counted = { campaign: CampaignRow; counts: Counts };

/**
 * Whoever sends, as those know it who answer people, wherever it works: in this thread, in one of its own, or in other
 * processes. What goes through is plain data.
 */
export type SendingPort = {
  /** Resolves when it was acted upon, where that can be known, and never rejects. A request does not wait for it. */
  tell(command: SendingCommand): Promise<void>;
  /** Tells of an account's change, and resolves when nothing of it is under way; callers wait for a bounded time. */
  quiet(credentialId: string): Promise<void>;
  sendOne(single: SingleMail): Promise<Outcome>;
  /** Why each of the campaigns waits just now; null where it does not, or where nobody knows. */
  waitingsOf(campaigns: readonly CampaignRow[]): Promise<(Waiting | null)[]>;
  /** The state of each campaign as a message, not older than what was published before it. */
  progressOf(campaigns: readonly Counted[]): Promise<UnnumberedMessage[]>;
};

/** What whoever sends tells those who answer people: plain data too. */
export type SendingEvents = {
  publish(workspaceId: WorkspaceId, message: UnnumberedMessage): void;
  /** An account of a workspace has stopped or rests by itself, or goes on. */
  accountChanged(workspaceId: WorkspaceId): void;
  /** What came of mails that were tried, for whoever counts them. */
  tried(kind: Outcome["kind"], count?: number): void;
};
