import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../../db/database.ts";
import type { CredentialRow, CredentialStore } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow, CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { AutomaticPauseStore } from "../../../db/stores/campaigns/plans/automaticPauses.ts";
import type { PlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import type { UsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { StoredTimeStore } from "../../../db/stores/installation/storedTimes.ts";
import type { AccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import type { LeaseTicket } from "../../../db/stores/sending/leaseTicket.ts";
import type { UnnumberedMessage } from "../../realtime/hub.ts";
import type { FileJournal } from "../journal/FileJournal.ts";
import type { AccountBudget } from "./governor.ts";
import type { Composer, LaneDeps } from "./laneDeps.ts";
import type { RowMoves } from "./rowMoves.ts";

/** What a dispatcher is made of. */
export type DispatcherDeps = Pick<
  LaneDeps,
  "log" | "clock" | "openSender" | "suppressedAmong" | "tried" | "random" | "countMails"
> & {
  journal: FileJournal;
  database: Database;
  ledger: Ledger;
  leases: AccountLeaseStore;
  /** The ledger whose commits name a lease, and are refused once it is another sender's. */
  ledgerOf(lease: LeaseTicket): Ledger;
  settleLate(settled: readonly Settlement[]): Promise<number>;
  /** Tells other senders that an account is free. */
  freed(): void;
  /** Names this sender among all there are. */
  holder: string;
  /** Milliseconds that pass while the machine sleeps, too. */
  elapsedMs(): number;
  campaigns: CampaignStore;
  plans: Pick<PlanStore, "byId">;
  pauses: AutomaticPauseStore;
  newId(): string;
  moves: RowMoves;
  credentials: CredentialStore;
  usage: UsageStore;
  storedTimes: StoredTimeStore;
  /** When this process began, by the same clock. */
  startedAt: number;
  /** The account's limits and how many connections it may use at once. */
  capacityOf(credential: CredentialRow): { budget: AccountBudget; connections: number };
  composerOf(campaign: CampaignRow): Promise<Composer>;
  publish(workspaceId: WorkspaceId, message: UnnumberedMessage): void;
  /** An account has stopped or rests by itself, or goes on. */
  accountChanged(workspaceId: WorkspaceId): void;
};
